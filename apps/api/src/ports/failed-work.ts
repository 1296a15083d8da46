/** What a round was working on, by names that a log may show: `loanNo`, `fileNo`. */
export type RoundSubject = Readonly<Record<string, string | number>>

/** Where a failure within a round becomes known to a person, until the same subject succeeds. */
export interface FailedWork {
  /** Never throws: the round goes on. Not within a transaction. */
  failed(round: string, subject: RoundSubject, failure: string): Promise<void>
  /** Never throws. Not within a transaction. */
  succeeded(round: string, subject: RoundSubject): Promise<void>
  /** The same for many loans of one portfolio, in one query where none of them had failed. */
  loansSucceeded(round: string, portfolioId: number, loanNos: readonly string[]): Promise<void>
}
