import type { LocalDate } from '../../calendar/local-date.ts'
import { type Cents, sum } from '../../money/cents.ts'
import { TransactionPurpose } from '../../payments/codes.ts'
import { stopDeadline } from '../../payments/stop-deadline.ts'
import type { OverdueInstallment } from '../arrears.ts'
import { type BeyondPlan, NOTHING_BEYOND } from '../beyond-plan.ts'
import type { ArrivingPayment, ChangeBasis } from './change-basis.ts'
import type { PaidDue } from './change-plan.ts'

/** Retries that are in no file. */
export const plannedRetries = ({ arriving, loan: { hours, now } }: ChangeBasis): ArrivingPayment[] =>
  arriving.filter(
    ({ purpose, status, dueDate }) =>
      purpose === TransactionPurpose.representment &&
      stopDeadline(hours, now, { status, effectiveDate: dueDate }) !== null,
  )

/** The same loan without these debits, which a change withdraws. */
export const withoutDebits = (basis: ChangeBasis, withdrawn: readonly ArrivingPayment[]): ChangeBasis =>
  withdrawn.length === 0
    ? basis
    : { ...basis, arriving: basis.arriving.filter((one) => !withdrawn.includes(one)) }

/** Whether a payment's day has passed. */
export const isPastDue =
  ({ today }: ChangeBasis['loan']) =>
  ({ dueDate }: OverdueInstallment): boolean =>
    dueDate < today

/** What is owed beyond the plan, once nothing is past due before it. */
export const beyondFirst = ({ loan }: ChangeBasis): BeyondPlan =>
  loan.toPay.some(isPastDue(loan)) ? NOTHING_BEYOND : loan.beyond

/**
 * Whether a payment of what is due pays nothing of the schedule: it goes to what is owed beyond the plan, and no payment
 * is due less for it. Source: domain.md §14.
 */
export const paysBeyondOnly = (basis: ChangeBasis, amount: Cents): boolean =>
  amount <= beyondFirst(basis).atEnd

/** The payments of the schedule that so much money reaches, in their order. */
function reached(toPay: readonly OverdueInstallment[], amount: Cents): OverdueInstallment[] {
  let left: bigint = amount
  return toPay.filter(({ open }) => {
    const isReached = left > 0n
    left -= open
    return isReached
  })
}

/**
 * What of the schedule a payment of what is due pays: the one installment that it pays whole and alone is the one that
 * it is filed as. Source: domain.md §14, "one amount, several ways to collect it".
 */
export function paidDue({ loan }: ChangeBasis, amount: Cents): PaidDue {
  const parts = reached(loan.toPay, amount)
  const [only, another] = parts
  const isOfPastDue = parts.some(isPastDue(loan))
  if (only === undefined || another !== undefined) return { number: null, isPastDue: isOfPastDue }
  const agreed = loan.installments.find(({ number }) => number === only.number)
  const isWhole = agreed?.amount === amount && only.open === amount
  return { number: isWhole ? only.number : null, isPastDue: isOfPastDue }
}

/** Retries of what such a payment pays, wholly or in part: a retry always takes the whole amount. */
export function retriesPaid(basis: ChangeBasis, amount: Cents): ArrivingPayment[] {
  const numbers = new Set(reached(basis.loan.toPay, amount).map(({ number }) => number))
  return plannedRetries(basis).filter(({ number }) => number !== null && numbers.has(number))
}

/** A debit is checked so long after it settled. Source: domain.md §9. */
const CHECKED_AFTER_BANKING_DAYS = 2

/**
 * The day on which it will be known whether the retry on a batch that would collect the same amount went through;
 * undefined where what is paid is not on its way. Source: domain.md §14.
 */
export function collectedUntil(
  { arriving, loan: { toPay, today, hours, now } }: ChangeBasis,
  amount: Cents,
): LocalDate | undefined {
  const pastDue = toPay.filter(({ dueDate }) => dueDate < today).map(({ open }) => open)
  if (amount <= sum(pastDue)) return undefined
  const sent = arriving.findLast(
    ({ purpose, status, dueDate }) =>
      purpose === TransactionPurpose.representment &&
      stopDeadline(hours, now, { status, effectiveDate: dueDate }) === null,
  )
  return sent && hours.calendar.addBankingDays(sent.dueDate, CHECKED_AFTER_BANKING_DAYS)
}
