/** Messages by the path of their field; those of the form as a whole stand under the empty path. */
export type Messages = ReadonlyMap<string, string>

/** The element that a path lies in: "group.0.field" → "group". */
export const elementOf = (path: string): string => {
  const dot = path.indexOf('.')
  return dot === -1 ? path : path.slice(0, dot)
}

/**
 * Which fields' errors are to be seen: those that were left or rested on, those of an attempt to go on, and
 * what the server refused until the field changes. Paths of rows move along when a row is taken away.
 */
export class ShownErrors {
  #touched = new Set<string>()
  /** The elements that an attempt has judged. */
  #judged = new Set<string>()
  #refusals = new Map<string, string>()

  get refusals(): Messages {
    return this.#refusals
  }

  shows(path: string): boolean {
    return this.#touched.has(path) || this.#judged.has(elementOf(path)) || this.#refusals.has(path)
  }

  wasJudged(elementKey: string): boolean {
    return this.#judged.has(elementKey)
  }

  touch(path: string): void {
    this.#touched.add(path)
  }

  judge(elementKeys: Iterable<string>): void {
    for (const key of elementKeys) this.#judged.add(key)
    this.#refusals.delete('')
  }

  refuse(path: string, message: string): void {
    this.#refusals.set(path, message)
  }

  /** The element changed: what the server said of it, or of its rows, no longer holds. */
  forgive(elementKey: string): void {
    for (const path of this.#refusals.keys()) {
      if (elementOf(path) === elementKey) this.#refusals.delete(path)
    }
  }

  forgiveAll(): void {
    this.#refusals.clear()
  }

  /** A row was taken away: those after it move up. */
  dropRow(group: string, dropped: number): void {
    const moved = [...this.#touched].flatMap((path) => pathWithoutRow(path, group, dropped) ?? [])
    this.#touched = new Set(moved)
  }
}

/** The path of the same field once a row is gone; undefined for a field of that row. */
function pathWithoutRow(path: string, group: string, dropped: number): string | undefined {
  const [element, row, ...rest] = path.split('.')
  if (element !== group || row === undefined) return path
  const index = Number(row)
  if (index === dropped) return undefined
  return [group, index > dropped ? index - 1 : index, ...rest].join('.')
}
