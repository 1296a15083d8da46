import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { nextEntryDate } from '../calendar/cut-off.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { TransactionMode, TransactionStatus } from '../payments/codes.ts'
import { type DisbursementRequest, disbursementDays } from './disbursement-days.ts'
import type { FundingHours } from './same-day-ach.ts'

/**
 * Banking days from the post office to the borrower. No message reports when a check is cashed, so it counts as paid
 * out then, and interest does not run before: our decision (docs/guides/ach-files.md).
 */
const MAIL_BANKING_DAYS = 5

/** The day on which a check counts as paid out that is mailed on a banking day. */
export const checkArrivesOn = (calendar: BankCalendar, mailedOn: LocalDate): LocalDate =>
  calendar.addBankingDays(mailedOn, MAIL_BANKING_DAYS)

/** The way and the days of a payout: pages, mails, the APR and new terms all ask this. */
export interface Payout {
  /** The day on which a check is mailed; null where the money is sent into an account. */
  readonly mailedOn: LocalDate | null
  /** The day on which the money counts as paid out: interest runs from it, and the APR is measured from it. */
  readonly arrivesOn: LocalDate
}

/** The payout of a credit that leaves with a batch, by the effective entry date of that batch. */
export function payoutWith(calendar: BankCalendar, mode: number, entryDate: LocalDate): Payout {
  if (mode !== TransactionMode.paperCheck) return { mailedOn: null, arrivesOn: entryDate }
  const mailedOn = calendar.previous(entryDate)
  return { mailedOn, arrivesOn: checkArrivesOn(calendar, mailedOn) }
}

/** The payout of a loan as soon as can be, in a way: no check is mailed before the day's batch. */
export function expectedPayout(hours: FundingHours, request: DisbursementRequest, mode: number): Payout {
  const { expected } = disbursementDays(hours, request)
  if (mode !== TransactionMode.paperCheck) return payoutWith(hours.calendar, mode, expected)
  const soonest = nextEntryDate(hours, request.now)
  return payoutWith(hours.calendar, mode, expected < soonest ? soonest : expected)
}

/** A credit, as far as its payout depends on it. */
export interface PaidOutCredit {
  readonly mode: number
  readonly status: number
  /** Of a check that is planned the entry date of its batch, of one that was mailed the day on which it arrives. */
  readonly effectiveDate: LocalDate
}

/** The payout of a credit, planned or sent. Source: domain.md §14, "a later disbursement day is picked". */
export function payoutOf(calendar: BankCalendar, { mode, status, effectiveDate }: PaidOutCredit): Payout {
  if (mode !== TransactionMode.paperCheck || status === TransactionStatus.none)
    return payoutWith(calendar, mode, effectiveDate)
  return { mailedOn: calendar.addBankingDays(effectiveDate, -MAIL_BANKING_DAYS), arrivesOn: effectiveDate }
}

/** The entry date of the batch with which a credit leaves to arrive on a banking day. */
export const entryDateFor = (calendar: BankCalendar, mode: number, arrivesOn: LocalDate): LocalDate =>
  mode === TransactionMode.paperCheck
    ? calendar.next(calendar.addBankingDays(calendar.onOrAfter(arrivesOn), -MAIL_BANKING_DAYS))
    : arrivesOn

/** The day on which we send the money, as a notice names it: a check is mailed, a transfer takes effect. */
export const sentOn = ({ mailedOn, arrivesOn }: Payout): LocalDate => mailedOn ?? arrivesOn
