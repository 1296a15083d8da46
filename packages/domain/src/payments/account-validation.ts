import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { type BankingHours, nextBatchCutOff } from '../calendar/cut-off.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { type ReturnCode, returnRule } from './debit-eligibility/return-codes.ts'

/**
 * Who said that an account is open and takes ACH, other than its prenote: a bank link that read it, the bank's own
 * notice of change, or payments taken from it before accounts were validated.
 */
export type AccountValidator = 'bankLink' | 'noticeOfChange' | 'earlierUse'

/** What is known of an account's validation. Source: ach.md §4, WEB debits. */
export interface AccountValidation {
  readonly validatedBy: AccountValidator | null
  /** The zero-dollar entry that asked the account's bank; null before it was sent. */
  readonly prenote: SentPrenote | null
}

export interface SentPrenote {
  readonly effectiveDate: LocalDate
  readonly returnedAs: ReturnCode | null
  /** Whether a new authorization or a person has dealt with the return since. */
  readonly isDealtWith: boolean
}

/** From the settlement of a prenote to the first debit. Source: ach.md §1, prenote. */
const PRENOTE_BANKING_DAYS = 3

/** How far an account is validated: by now, from a day on by the bank's silence, or not, because its prenote came back. */
export type ValidationState =
  | { readonly kind: 'validated' }
  | { readonly kind: 'validatedFrom'; readonly day: LocalDate }
  | { readonly kind: 'prenoteReturned'; readonly code: ReturnCode }

/**
 * How far an account is validated, and the first day on which a debit may take effect: the third banking day after the
 * prenote settles. One that is not sent yet goes with the next batch. Of a return that says nothing against the account
 * (authorization revoked, dispute), a new authorization or a person's decision is enough; any other asks for another account.
 * Source: domain.md §9; ach.md §1, §2 and §4.
 */
export function validationState(
  { validatedBy, prenote }: AccountValidation,
  hours: BankingHours,
  now: Date,
): ValidationState {
  if (validatedBy !== null) return { kind: 'validated' }
  if (prenote === null)
    return { kind: 'validatedFrom', day: dayAfterPrenote(soonestPrenote(hours, now), hours) }
  const { returnedAs, isDealtWith, effectiveDate } = prenote
  if (returnedAs === null) return { kind: 'validatedFrom', day: dayAfterPrenote(effectiveDate, hours) }
  return isDealtWith && !returnRule(returnedAs).repair
    ? { kind: 'validated' }
    : { kind: 'prenoteReturned', code: returnedAs }
}

/** The third banking day after a prenote settles: the first on which a debit may take effect. Source: ach.md §1, prenote. */
export const dayAfterPrenote = (
  settledOn: LocalDate,
  { calendar }: { readonly calendar: BankCalendar },
): LocalDate => calendar.addBankingDays(settledOn, PRENOTE_BANKING_DAYS)

const soonestPrenote = (hours: BankingHours, now: Date): LocalDate =>
  hours.calendar.next(nextBatchCutOff(hours, now).day)
