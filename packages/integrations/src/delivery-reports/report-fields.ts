/** Fields of one group of a report, by name in lower case; the first of a name counts. */
export type FieldGroup = ReadonlyMap<string, string>

/** Groups of fields, and how many lines were none. */
export interface FieldGroups {
  readonly groups: readonly FieldGroup[]
  readonly unread: number
}

const FIELD = /^([!-9;-~]+)[ \t]*:(.*)$/
const MOST_GROUPS = 100

/** Reads groups of header fields parted by blank lines, with folded lines joined (RFC 3464 §2.1). */
export function readFieldGroups(text: string): FieldGroups {
  const groups: FieldGroup[] = []
  let unread = 0
  for (const block of text.split(/\r?\n(?:[ \t]*\r?\n)+/)) {
    const lines = block
      .replaceAll(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
    const fields = new Map<string, string>()
    for (const line of lines) {
      const [, name, value] = FIELD.exec(line) ?? []
      if (name === undefined || value === undefined) unread += 1
      else if (!fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
    }
    if (fields.size > 0 && groups.length < MOST_GROUPS) groups.push(fields)
    else if (fields.size > 0) unread += lines.length
  }
  return { groups, unread }
}
