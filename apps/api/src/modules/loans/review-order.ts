/** An employee's decision on one loan. */
export interface ReviewOrder {
  readonly loanNo: string
  /** Why, for the history; people read it. */
  readonly note: string
  /** From actorName. */
  readonly actor: string
}

const LONGEST_CAUSE = 300

/** What was done and why, as the history keeps it. */
export const causeOf = (what: string, note: string): string =>
  (note.trim() === '' ? what : `${what}: ${note.trim()}`).slice(0, LONGEST_CAUSE)
