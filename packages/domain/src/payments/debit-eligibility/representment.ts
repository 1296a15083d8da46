import type { BankCalendar } from '../../calendar/bank-calendar.ts'
import { addDays, daysBetween, type LocalDate } from '../../calendar/local-date.ts'
import type { Cents } from '../../money/cents.ts'
import { type ReturnCode, returnRule } from './return-codes.ts'

/** The first and two more. Source: ach.md §2, re-presentation rules. */
export const MOST_PRESENTMENTS = 3
/** From the settlement of the first entry. Source: ach.md §2, R01. */
export const REPRESENTMENT_DAYS = 180
/** From the settlement of the return. Source: ach.md §2, R11. */
export const CORRECTION_DAYS = 60
/** The entry description that marks a re-presentment; reserved. Source: ach.md §1 and §2. */
export const RETRY_DESCRIPTION = 'RETRY PYMT'

/** Room for the notice of an unusual withdrawal before the debit is sent. Source: domain.md §10. */
const BUSINESS_DAYS_AHEAD = 5
const DAYS_WITHOUT_INSTALLMENT = 7

/** A debit that came back, and what is known when its return is applied. */
export interface ReturnedEntry {
  readonly code: ReturnCode
  readonly amount: Cents
  /** Effective date of the first presentment. */
  readonly firstPresentedOn: LocalDate
  /** How often it was presented, the one that came back now counted. */
  readonly presentments: number
  readonly returnedOn: LocalDate
  /** Due dates of the loan's live installments still to come. */
  readonly dueDates: readonly LocalDate[]
  /** Days of the loan's other debits that have not cleared. */
  readonly otherDebits: readonly LocalDate[]
  /** What is owed now. */
  readonly owed: Cents
  /** Whether the account is barred by two failures (this one counted). */
  readonly debitsSuspended: boolean
  /** Whether the loan takes automatic debits: funded, not suspended or collecting, an authorization holds. */
  readonly takesDebits: boolean
}

/** Why a returned debit is not presented again. */
export type NotAgainReason =
  | 'codeForbids'
  | 'presentedThrice'
  | 'twoFailures'
  | 'loanStopped'
  | 'lessOwed'
  | 'tooLate'

/** What becomes of a returned debit. */
export type RepresentmentPlan =
  | {
      readonly again: true
      readonly effectiveDate: LocalDate
      readonly amount: Cents
      readonly entryDescription: typeof RETRY_DESCRIPTION
    }
  | { readonly again: false; readonly reason: NotAgainReason }

/** A debit is checked two banking days after it takes effect; the file of the next banking day can know of it. */
const CLEARED_AFTER_BANKING_DAYS = 3

/**
 * Whether a retry of that day shares it with another debit of the loan, or comes before an earlier one is checked.
 * Source: domain.md §14, two debits on one day.
 */
export const isRetryTooNear = (
  day: LocalDate,
  otherDebits: readonly LocalDate[],
  calendar: BankCalendar,
): boolean =>
  otherDebits.some(
    (other) => other <= day && day < calendar.addBankingDays(other, CLEARED_AFTER_BANKING_DAYS),
  )

/** The first banking day from one on that is free for a retry. Source: domain.md §14. */
export function retryDayFrom(
  first: LocalDate,
  otherDebits: readonly LocalDate[],
  calendar: BankCalendar,
): LocalDate {
  let day = calendar.onOrAfter(first)
  while (isRetryTooNear(day, otherDebits, calendar)) day = calendar.next(day)
  return day
}

/**
 * The day of a re-presentment. The next live installment that is at least five business days ahead goes first, when the
 * borrower is paid; the retry waits until that one is checked. Without an installment, the banking day on or after the
 * seventh day. Never a day with another debit. Source: domain.md §14.
 */
function representmentDate(
  { dueDates, otherDebits, returnedOn }: ReturnedEntry,
  calendar: BankCalendar,
): LocalDate {
  const soonest = calendar.addBankingDays(returnedOn, BUSINESS_DAYS_AHEAD)
  const due = dueDates.map((date) => calendar.onOrAfter(date))
  const next = due
    .filter((date) => date >= soonest)
    .toSorted((left, right) => left - right)
    .at(0)
  const alone = calendar.onOrAfter(addDays(returnedOn, DAYS_WITHOUT_INSTALLMENT))
  const first = next ?? (alone < soonest ? soonest : alone)
  return retryDayFrom(first, [...due, ...otherDebits], calendar)
}

/**
 * Whether and when a returned debit is presented again: same amount, marked as what it is. The stricter of Nacha's
 * two re-presentments and the two failures of 12 CFR 1041.8 holds. Source: ach.md §2; domain.md §9.
 */
export function planRepresentment(returned: ReturnedEntry, calendar: BankCalendar): RepresentmentPlan {
  const no = (reason: NotAgainReason): RepresentmentPlan => ({ again: false, reason })
  const { code, amount, firstPresentedOn, presentments, owed, debitsSuspended, takesDebits } = returned
  if (returnRule(code).reaction !== 'representable') return no('codeForbids')
  if (presentments >= MOST_PRESENTMENTS) return no('presentedThrice')
  if (debitsSuspended) return no('twoFailures')
  if (!takesDebits) return no('loanStopped')
  if (owed < amount) return no('lessOwed')
  const effectiveDate = representmentDate(returned, calendar)
  if (daysBetween(firstPresentedOn, effectiveDate) > REPRESENTMENT_DAYS) return no('tooLate')
  return { again: true, effectiveDate, amount, entryDescription: RETRY_DESCRIPTION }
}
