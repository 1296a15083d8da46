import type { Cents } from '../money/cents.ts'

/** What tells one entry that the bank sends from another. */
export interface BankEntryIdentity {
  /** Trace number of the entry that we sent. */
  readonly originalTrace: string
  readonly code: string
  readonly amount: Cents
  /** Trace number of the bank's own entry. */
  readonly bankTrace: string
  /** Day of the bank's batch, YYYY-MM-DD; empty in what was stored before the day was. */
  readonly bankDate: string
}

/**
 * Whether an entry that arrives is one that was stored: original trace, code, amount and the bank's own trace and date
 * agree. Of an entry that was stored without its date, the amount is not known either, so the rest decides. Source:
 * domain.md §14, "Bank files are read entry by entry".
 */
export function isSameBankEntry(stored: BankEntryIdentity, arrived: BankEntryIdentity): boolean {
  const isNamedAlike =
    stored.originalTrace === arrived.originalTrace &&
    stored.code === arrived.code &&
    stored.bankTrace === arrived.bankTrace
  if (stored.bankDate === '') return isNamedAlike
  return isNamedAlike && stored.amount === arrived.amount && stored.bankDate === arrived.bankDate
}
