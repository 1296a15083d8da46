import { daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, min, sum, ZERO_CENTS } from '../money/cents.ts'
import { hasFlag } from '../payments/installment-flags.ts'
import { InstallmentFlag, PRESENTED_STATUSES, TransactionPurpose } from '../payments/codes.ts'
import { overdueSince } from '../payments/return-day.ts'
import { type DaySpan, merged } from './late-days.ts'
import type { AgreedInstallment } from './serviced-loan.ts'

/** The number of what is owed once the schedule is over; no agreed payment has it. */
export const AFTER_SCHEDULE = 0

/** An agreed payment that is over and not paid, or only in part; or what is owed once all of them are over. */
export interface OverdueInstallment {
  readonly number: number
  readonly dueDate: LocalDate
  readonly open: Cents
}

/** How far a loan is behind its schedule. */
export interface Arrears {
  readonly overdue: readonly OverdueInstallment[]
  readonly amount: Cents
  /** Days since the first of them was due, or came back late, without those that do not count; zero where none is. */
  readonly days: number
}

/**
 * Whether what is past due is a reason for collection: an agreed payment is, of which so much is open that it would not be
 * waived at the end (`waiveRestBelow` of the portfolio). What is owed beyond the plan never is. Source: domain.md §14.
 */
export function isReasonToCollect({ overdue }: Pick<Arrears, 'overdue'>, waiveRestBelow: Cents): boolean {
  const agreed = overdue.filter(({ number }) => number !== AFTER_SCHEDULE)
  return agreed.length > 0 && sum(agreed.map(({ open }) => open)) >= waiveRestBelow
}

/** What an installment still counts for: a change has not taken it out or canceled it. */
export const isLive = ({ flags }: Pick<AgreedInstallment, 'flags'>): boolean =>
  !hasFlag(flags, InstallmentFlag.deleted) && !hasFlag(flags, InstallmentFlag.cancelled)

/** The agreed payments of earlier days that were not taken and are not with the bank, however they were paid. */
export const missedPayments = (
  today: LocalDate,
  installments: readonly AgreedInstallment[],
): readonly AgreedInstallment[] =>
  installments.filter(
    ({ dueDate, status, flags }) =>
      dueDate < today && isLive({ flags }) && !PRESENTED_STATUSES.includes(status),
  )

/**
 * Money received outside the schedule, in cents, that no unpaid payment of an earlier day has used: it covers the next
 * ones of a loan whose payments the borrower sends (our decision). Source: domain.md §14.
 */
export function paidAhead(
  today: LocalDate,
  installments: readonly AgreedInstallment[],
  paidOutsideSchedule: Cents,
): Cents {
  const used = sum(missedPayments(today, installments).map(({ amount }) => amount))
  return used < paidOutsideSchedule ? cents(paidOutsideSchedule - used) : ZERO_CENTS
}

/** What else is known of the money of a loan. */
export interface ArrearsFacts {
  readonly paidOutsideSchedule: Cents
  /** All that ends the debt today. */
  readonly owed: Cents
  /** Debits planned or with the bank, for whatever but a payment that is over and not paid. */
  readonly coming: Cents
  /** When the last agreed payment was taken; null where none was. */
  readonly lastTakenOn: LocalDate | null
  /** When we took notice that the debit of a payment came back, the first time, by the payment's number. */
  readonly cameBackOn?: ReadonlyMap<number, LocalDate>
  /** The single debit of the open modification, planned, sent, or waiting to be confirmed again; undefined without one. */
  readonly openDebit?: OpenDebit | undefined
  /** The debit of a payoff was sent and has not come back: money received before it made it smaller. */
  readonly isPayoffSent?: boolean
  /** Days that do not count as past due: a fact of law stood, or a posting of ours was wrong. */
  readonly notCounted?: readonly DaySpan[]
}

/** The debit that a borrower confirmed, with its day. */
export interface OpenDebit {
  readonly purpose: TransactionPurpose
  readonly effectiveDate: LocalDate
}

/** Debits that pay what is past due on their day. */
const PAYS_PAST_DUE: readonly TransactionPurpose[] = [TransactionPurpose.payOff, TransactionPurpose.payNow]

/** The last day that counts as overdue: by the day of a debit that would have paid it, whatever kept us from taking it. */
function overdueUntil(since: LocalDate, today: LocalDate, debit: OpenDebit | undefined): LocalDate {
  if (debit === undefined || !PAYS_PAST_DUE.includes(debit.purpose) || since > debit.effectiveDate)
    return today
  return debit.effectiveDate < today ? debit.effectiveDate : today
}

/**
 * The agreed payments of earlier days that are unpaid, oldest first. Money received outside the schedule covers the
 * oldest first (our decision); the amount past due never exceeds the debt. A debit under way counts as paid until it
 * is returned. What is still owed after the whole schedule, such as the interest of a payment taken late, is past due
 * since the last payment was due or taken (our decision, docs/guides/servicing.md); not while a modification is open
 * whose debit is to pay it, or waits to be confirmed again: that modification says when it is due. Source: domain.md §2,
 * §9, §14.
 */
export function arrearsOn(
  today: LocalDate,
  installments: readonly AgreedInstallment[],
  facts: ArrearsFacts,
): Arrears {
  const { coming, lastTakenOn, cameBackOn, openDebit, isPayoffSent = false, notCounted = [] } = facts
  const { payments, left } = coverOldest(missedPayments(today, installments), facts)
  const rest = cents(left - coming)
  const { counted, afterSchedule } = isPayoffSent
    ? countAgain(payments, rest, cameBackOn)
    : { counted: payments, afterSchedule: rest }
  const overdue = counted
    .filter(({ open }) => open > 0n)
    .map(({ number, dueDate, open }): OverdueInstallment => ({ number, dueDate, open }))
  const last = installments.findLast(isLive)
  if (last !== undefined && last.dueDate < today && afterSchedule > 0n && openDebit === undefined) {
    const since = lastTakenOn !== null && lastTakenOn > last.dueDate ? lastTakenOn : last.dueDate
    overdue.push({ number: AFTER_SCHEDULE, dueDate: since, open: afterSchedule })
  }
  const since = overdue.map(({ number, dueDate }) => overdueSince(dueDate, cameBackOn?.get(number)))
  return {
    overdue,
    amount: sum(overdue.map(({ open }) => open)),
    days: Math.max(
      0,
      ...since.map((day) => daysCounted(day, overdueUntil(day, today, openDebit), notCounted)),
    ),
  }
}

/** A payment that is over, with what of it is open. */
interface MissedPayment extends OverdueInstallment {
  readonly amount: Cents
}

/** Money received outside the schedule covers the oldest first; what is open never exceeds what is owed. */
function coverOldest(
  missed: readonly AgreedInstallment[],
  { paidOutsideSchedule, owed }: ArrearsFacts,
): { readonly payments: readonly MissedPayment[]; readonly left: Cents } {
  let covering = paidOutsideSchedule
  let left = owed
  const payments = missed.map(({ number, dueDate, amount }) => {
    const covered = min(amount, covering)
    covering = cents(covering - covered)
    const open = min(cents(amount - covered), left)
    left = cents(left - open)
    return { number, dueDate, amount, open }
  })
  return { payments, left }
}

/**
 * Money that made a payoff smaller covers no payment as well: where a whole payment is owed beyond what the payoff took,
 * it is the one that came back last. Source: domain.md §14.
 */
function countAgain(
  payments: readonly MissedPayment[],
  rest: Cents,
  cameBackOn: ArrearsFacts['cameBackOn'],
): { readonly counted: readonly MissedPayment[]; readonly afterSchedule: Cents } {
  const missedOn = ({ number, dueDate }: MissedPayment): LocalDate => cameBackOn?.get(number) ?? dueDate
  let left = rest
  const again = new Map<number, Cents>()
  for (const payment of payments.toSorted((one, other) => missedOn(other) - missedOn(one))) {
    const covered = cents(payment.amount - payment.open)
    if (covered === 0n || covered > left) continue
    again.set(payment.number, covered)
    left = cents(left - covered)
  }
  return {
    counted: payments.map((one) => ({ ...one, open: cents(one.open + (again.get(one.number) ?? 0n)) })),
    afterSchedule: left,
  }
}

/** Days from one to another, those that count for no one left out. */
function daysCounted(since: LocalDate, until: LocalDate, notCounted: readonly DaySpan[]): number {
  const ours = merged(notCounted).map(({ from, to }) =>
    Math.max(0, daysBetween(from > since ? from : since, to < until ? to : until)),
  )
  return daysBetween(since, until) - ours.reduce((all, days) => all + days, 0)
}
