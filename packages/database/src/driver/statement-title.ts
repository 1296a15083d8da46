/** More texts than the product has; beyond it titles are made anew each time. */
const MOST_KEPT = 2_000
const titles = new Map<string, string>()

const VERB = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i
const TARGET = /\b(?:from|into|update|join)\s+(?:only\s+)?("?[a-z_][\w$]*"?(?:\."?[a-z_][\w$]*"?)?)/i

/**
 * What a statement does, for traces: its verb and the first table it names, such as "select loans". Never more of its
 * text, for a text may hold a value.
 */
export function statementTitle(text: string): string {
  const known = titles.get(text)
  if (known !== undefined) return known
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const target = TARGET.exec(text)?.[1]?.replaceAll('"', '').toLowerCase()
  const title = target === undefined ? verb : `${verb} ${target}`
  if (titles.size < MOST_KEPT) titles.set(text, title)
  return title
}
