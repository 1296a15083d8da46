/** More texts than the product has; what builds ever new ones (inserts of any number of rows) stays unnamed beyond it. */
export const MOST_NAMED_TEXTS = 1_000

interface QueryText {
  readonly sql: string
  readonly params: readonly unknown[]
}

/** What has a plan. The frame of a transaction has none, and takes one message instead of four while it has no name. */
const PLANNED = /^\s*(?:select|with|insert|update|delete)\b/i

/** The names under which the sessions of one database keep its queries prepared. */
export class StatementNames {
  readonly #names = new Map<string, string>()

  /**
   * The name under which each session keeps a query prepared, so that the database reads and plans its text once a
   * session instead of at every run; undefined where nothing is planned, and for new texts after MOST_NAMED_TEXTS.
   */
  of({ sql: text, params }: QueryText): string | undefined {
    if (params.length === 0 && !PLANNED.test(text)) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_NAMED_TEXTS) return known
    const name = `dolphin_${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}
