import type { BankCalendar } from '../../calendar/bank-calendar.ts'
import { addDays, type LocalDate } from '../../calendar/local-date.ts'
import { initiatedOn, noticeWindow } from '../../payments/debit-eligibility/notice-timing.ts'
import { type Outcome, ok, refused } from '../../outcome.ts'
import type { PaymentMode } from '../../payments/codes.ts'
import type { AgreedInstallment, ServicedLoan } from '../serviced-loan.ts'
import { type ChangeBasis, changeBasis, isDebitMode, lastSettledDay } from './change-basis.ts'
import type { ChangeRefusal } from './change-refusal.ts'
import { debitNotice, isInTime } from './debit-notices.ts'
import { lastAllowedDay, stepDays } from './payment-series.ts'

const SINGLE_DEBIT_BANKING_DAYS = 10

/** Banking days from one day to another, both included. */
function bankingDays({ hours }: ServicedLoan, from: LocalDate, to: LocalDate): LocalDate[] {
  const dates: LocalDate[] = []
  for (let day = hours.calendar.onOrAfter(from); day <= to; day = hours.calendar.next(day)) dates.push(day)
  return dates
}

/**
 * Days on which a payoff or pay-down confirmed now may be debited: the first that the next batch reaches, and the
 * nine after it, but none after the next payment that can still be changed, so that no payment is skipped by it; none
 * that is neither sent at once nor so far off that there is time to tell of it (12 CFR 1041.9(b)(3)); and none before the
 * account is validated (ach.md §4).
 */
export function singleDebitDates(basis: ChangeBasis): LocalDate[] {
  const { debitableFrom } = basis.loan
  const dates = singlePaymentDates(basis)
  return debitableFrom === null ? dates : dates.filter((date) => date >= debitableFrom)
}

/** The same of a payment that the borrower sends: nothing is taken from the account. */
function singlePaymentDates({ loan, firstDebit, open }: ChangeBasis): LocalDate[] {
  const { calendar } = loan.hours
  const tenth = calendar.addBankingDays(firstDebit, SINGLE_DEBIT_BANKING_DAYS - 1)
  const next = open[0]?.dueDate ?? tenth
  return bankingDays(loan, firstDebit, next < tenth ? next : tenth).filter((date) =>
    isSentAtOnceOrNotified(calendar, date, loan),
  )
}

/** Whether a single debit of a day is not sent within a banking day of being confirmed, so that it is announced. */
export const isAnnounced = (
  { hours: { calendar }, today }: Pick<ServicedLoan, 'hours' | 'today'>,
  date: LocalDate,
): boolean => initiatedOn(calendar, date, false) > calendar.addBankingDays(today, 1)

/** A single debit is sent within a banking day of being confirmed, or its notice goes out that day. */
export function isSentAtOnceOrNotified(
  calendar: BankCalendar,
  date: LocalDate,
  { today, noticeDay }: Pick<ServicedLoan, 'today' | 'noticeDay'>,
): boolean {
  const sentOn = initiatedOn(calendar, date, false)
  const debit = { initiatedOn: sentOn, effectiveDate: date, permittedOn: today }
  const { latest } = noticeWindow('unusualWithdrawal', 'electronic', debit, calendar)
  return sentOn <= calendar.addBankingDays(today, 1) || noticeDay <= latest
}

/** The same for pages, from the loan. */
export const payoffDates = (loan: ServicedLoan): LocalDate[] => singleDebitDates(changeBasis(loan))

/** Whether a single payment may fall on a day: which others may, or that its cut-off has passed. */
export function checkSingleDate(
  basis: ChangeBasis,
  { date, mode }: { readonly date: LocalDate; readonly mode: PaymentMode },
): Outcome<LocalDate, ChangeRefusal> {
  const dates = isDebitMode(mode) ? singleDebitDates(basis) : singlePaymentDates(basis)
  if (dates.includes(date)) return ok(date)
  const { loan, firstDebit } = basis
  const isPast = date >= loan.today && date < firstDebit && loan.hours.calendar.isBankingDay(date)
  return refused({ reason: isPast ? 'cutOffPassed' : 'dateNotAvailable', dates })
}

/**
 * Days to which one payment may be moved: after the payment before it and before the one after it (the last one:
 * less than a period later), banking days without money on its way, of which there is time to tell.
 */
export function moveDatesOf(basis: ChangeBasis, installment: AgreedInstallment): LocalDate[] {
  const { loan, open, arriving, firstChangeable } = basis
  const taken = new Set([installment, ...arriving].map(({ dueDate }) => dueDate))
  const at = open.findIndex(({ number }) => number === installment.number)
  const before = open[at - 1]?.dueDate ?? lastSettledDay(basis)
  const after = open[at + 1]?.dueDate ?? addDays(installment.dueDate, stepDays(loan))
  const first = addDays(before, 1)
  const last = addDays(after, -1)
  const limit = lastAllowedDay(loan)
  return bankingDays(
    loan,
    first > firstChangeable ? first : firstChangeable,
    last < limit ? last : limit,
  ).filter((date) => !taken.has(date) && isTellable(basis, installment, date))
}

const isTellable = (basis: ChangeBasis, { number, amount }: AgreedInstallment, dueDate: LocalDate): boolean =>
  !isDebitMode(basis.loan.paymentMode) ||
  isInTime(debitNotice(basis, { number, dueDate, amount }), basis.loan.noticeDay)

const MAKEUP_WITHIN_DAYS = 60

/** Days on which a missed payment may be made up for: banking days of the next 60 days without a payment. */
export function makeupDatesOf(basis: ChangeBasis, missed: AgreedInstallment): LocalDate[] {
  const { loan, open, arriving, firstChangeable } = basis
  const taken = new Set([...open, ...arriving].map(({ dueDate }) => dueDate))
  return bankingDays(loan, firstChangeable, addDays(loan.today, MAKEUP_WITHIN_DAYS)).filter(
    (date) => !taken.has(date) && isTellable(basis, missed, date),
  )
}
