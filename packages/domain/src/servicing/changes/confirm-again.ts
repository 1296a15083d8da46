import { type BankingHours, batchCutOffOn } from '../../calendar/cut-off.ts'
import type { LocalDate } from '../../calendar/local-date.ts'
import { type Cents, ZERO_CENTS } from '../../money/cents.ts'
import type { ChangeType } from '../../payments/codes.ts'
import type { ChangePlan } from './change-plan.ts'

/** A payoff or extra payment that was not sent on its day: the borrower may confirm it again at the same amount. */
export interface DebitToConfirm {
  readonly changeType: typeof ChangeType.payOff | typeof ChangeType.payDown
  readonly amount: Cents
  /** The day that was confirmed. */
  readonly quotedFor: LocalDate
}

/** What was agreed before is confirmed again: nothing costs more, and nothing is signed. */
export const asConfirmedBefore = (plan: ChangePlan): ChangePlan => ({
  ...plan,
  costDifference: ZERO_CENTS,
  needsSignature: false,
})

/** The quote of a debit that was not sent is honored for five banking days. Source: domain.md §14. */
const CONFIRM_BANKING_DAYS = 5

/** The last day on which a debit that was not sent can be confirmed again. */
export const confirmAgainBy = ({ calendar }: BankingHours, quotedFor: LocalDate): LocalDate =>
  calendar.addBankingDays(quotedFor, CONFIRM_BANKING_DAYS)

/** When a debit that was not confirmed again has failed: with the batch of its last day. */
export const confirmationEndsAt = (hours: BankingHours, quotedFor: LocalDate): Date =>
  batchCutOffOn(hours, confirmAgainBy(hours, quotedFor))

/**
 * When a payment that the borrower sends has not come: a banking day after its last day, so that what arrived on that
 * day can still be posted. Source: domain.md §14, receipts count by the day received.
 */
export const expectationEndsAt = (hours: BankingHours, by: LocalDate): Date =>
  batchCutOffOn(hours, hours.calendar.next(by))
