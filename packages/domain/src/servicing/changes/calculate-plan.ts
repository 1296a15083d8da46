import { assert } from '../../assert.ts'
import { daysBetween, type LocalDate } from '../../calendar/local-date.ts'
import { nextBatchStart } from '../../calendar/cut-off.ts'
import { legalEffects } from '../../loans/legal-facts.ts'
import { type Cents, cents, sum } from '../../money/cents.ts'
import { ChangeType } from '../../payments/codes.ts'
import { stopDeadline } from '../../payments/stop-deadline.ts'
import type { AgreedInstallment, ServicedLoan } from '../serviced-loan.ts'
import {
  type ArrivingPayment,
  type ChangeBasis,
  changeDeadline,
  debitDeadline,
  isDebitMode,
  takesSchedule,
} from './change-basis.ts'
import type { ChangeDebit, ChangePlan, ChangeRemark, NewInstallment, ScheduleView } from './change-plan.ts'
import { debitNotice, isInTime } from './debit-notices.ts'
import { plannedRetries, withoutDebits } from './one-amount.ts'
import {
  keptPayment,
  type CalculatedPayment,
  type TargetCalculation,
  calculateTargets,
  type TargetPayment,
} from './target-payments.ts'

/** What one type of change sets; the rest of its plan follows. */
export interface ProposedChange
  extends Partial<
    Pick<
      ChangePlan,
      | 'paymentModeAfter'
      | 'payrollAfter'
      | 'authorization'
      | 'stopped'
      | 'quote'
      | 'expected'
      | 'due'
      | 'entries'
      | 'uncounted'
      | 'moves'
      | 'remarks'
      | 'holdsFrom'
    >
  > {
  readonly changeType: ChangeType
  /** The payments after those that cannot be stopped any more; all open ones as they are where left out. */
  readonly target?: readonly TargetPayment[]
  readonly debit?: ChangeDebit | null
  /** Planned retries that it withdraws besides those that no debit mode is left for. */
  readonly withdrawn?: readonly ArrivingPayment[]
}

const MOST_COST_UNSIGNED = 100n
const MOST_DAYS_UNSIGNED = 30

/** Whether a change that costs so much more, or ends so many days later, is signed first. Source: domain.md §10. */
export const isSigned = (cost: Cents, days: number): boolean =>
  cost > MOST_COST_UNSIGNED || days > MOST_DAYS_UNSIGNED

const viewOf = ({
  payments,
  totalOfPayments,
  totalInterest,
  uncovered,
}: TargetCalculation): ScheduleView => ({
  rows: payments.map(({ coming: { number, source, debit, flags }, projected }) => ({
    ...projected,
    number,
    source,
    debit,
    flags,
  })),
  totalOfPayments,
  totalInterest,
  uncovered,
  lastDate: payments.at(-1)?.projected.dueDate ?? null,
})

/** Total still to be paid: what is planned and what is owed beyond. */
export const stillToPay = ({ totalOfPayments, uncovered }: ScheduleView): Cents =>
  cents(totalOfPayments + uncovered)

/** An agreed installment that a payment leaves as it is; its number and row stay. */
function agreedAs(
  basis: ChangeBasis,
  { coming, projected }: CalculatedPayment,
): AgreedInstallment | undefined {
  if (coming.kept !== null) return coming.kept
  const same = basis.open.find(({ dueDate }) => dueDate === projected.dueDate)
  if (same === undefined || same.amount === projected.payment) return same
  const isLast = projected.balanceAfter === 0n && projected.payment < same.amount
  // A last payment that shrinks needs no new row where its notice would come too late: it takes less anyhow.
  return isLast &&
    !isInTime(debitNotice(basis, { ...projected, amount: projected.payment }), basis.loan.noticeDay)
    ? same
    : undefined
}

interface Difference {
  readonly newSchedule: ScheduleView
  readonly newInstallments: readonly NewInstallment[]
  readonly deleted: readonly AgreedInstallment[]
}

/** The target against what is open: equal rows stay, others are taken off, and new ones go on counting. */
function difference(
  basis: ChangeBasis,
  calculation: TargetCalculation,
  kept: readonly AgreedInstallment[],
): Difference {
  const newInstallments: NewInstallment[] = []
  const staying = new Set(kept.map(({ number }) => number))
  const view = viewOf(calculation)
  const rows = calculation.payments.map((payment, index) => {
    const row = view.rows[index]
    assert(row !== undefined, 'every payment is a row')
    if (row.source === 'inFlight' || row.source === 'single') return row
    const same = agreedAs(basis, payment)
    if (same !== undefined) {
      staying.add(same.number)
      return { ...row, number: same.number, source: 'agreed' as const, flags: same.flags }
    }
    const number = basis.highestNumber + newInstallments.length + 1
    const { dueDate, nominalDate } = payment.coming
    newInstallments.push({ number, dueDate, nominalDate, amount: row.payment })
    return { ...row, number }
  })
  return {
    newSchedule: { ...view, rows },
    newInstallments,
    deleted: basis.open.filter(({ number }) => !staying.has(number)),
  }
}

function earliest(days: readonly LocalDate[], other: LocalDate): LocalDate {
  let first: LocalDate | undefined
  for (const day of days) if (first === undefined || day < first) first = day
  return first ?? other
}

/** So much in all, and the day of the last of it; nothing where there is none. */
function inAll(code: 'inFlight' | 'goesAsPlanned', payments: readonly ArrivingPayment[]): ChangeRemark[] {
  const last = payments.at(-1)
  return last === undefined
    ? []
    : [{ code, amount: sum(payments.map(({ amount }) => amount)), lastDate: last.dueDate }]
}

/** Whether no payment of the schedule is debited any more once a change is saved. */
const endsDebits = (
  { paymentMode }: ServicedLoan,
  { authorization, paymentModeAfter = paymentMode }: ProposedChange,
): boolean => authorization === 'revoke' || !isDebitMode(paymentModeAfter)

/** What is said beside the figures; where nothing may be asked for (11 USC 362(a)(6)), only what becomes of debits. */
function remarksOf(
  basis: ChangeBasis,
  view: ScheduleView,
  { withdrawn = [], ...proposed }: ProposedChange,
): ChangeRemark[] {
  const stopped = proposed.stopped ?? basis.loan.stopped
  const arriving = basis.arriving.filter(({ number }) => number === null || !stopped.includes(number))
  const { loan } = basis
  const isFixed = ({ status, dueDate: effectiveDate }: ArrivingPayment): boolean =>
    stopDeadline(loan.hours, loan.now, { status, effectiveDate }) === null
  // Without a transaction it is taken only where the payments of the schedule are.
  const isTaken = ({ transactionNo }: ArrivingPayment): boolean =>
    transactionNo !== null || (takesSchedule(loan) && !endsDebits(loan, proposed))
  const remarks: readonly ChangeRemark[] = [
    ...(proposed.remarks ?? []),
    ...withdrawn.map(({ amount, dueDate: date }) => ({ code: 'retryWithdrawn' as const, amount, date })),
    ...inAll('inFlight', arriving.filter(isFixed)),
    ...inAll(
      'goesAsPlanned',
      arriving.filter((payment) => !isFixed(payment) && isTaken(payment)),
    ),
    ...(view.uncovered === 0n ? [] : [{ code: 'uncovered' as const, amount: view.uncovered }]),
  ]
  if (!legalEffects(loan.legalFacts).asksNothing) return [...remarks]
  return remarks.filter(({ code }) => code === 'debitsEnd' || code === 'inFlight')
}

/** When a change begins and until when it can be had. */
function moments(
  { loan, open }: ChangeBasis,
  { deleted, newInstallments }: Difference,
  { debit = null, authorization, paymentModeAfter = loan.paymentMode }: ProposedChange,
) {
  const days = [...deleted, ...newInstallments].map(({ dueDate }) => dueDate)
  const other = nextBatchStart(loan.hours, loan.now).cutOffAt
  const touched = days.length === 0 ? other : changeDeadline(loan, earliest(days, loan.today))
  // Payments that stay as they are may be made another way, from the next one on.
  const isPaidAnew = paymentModeAfter !== loan.paymentMode || authorization === 'needsNew'
  const nextDay = isPaidAnew ? open[0]?.dueDate : undefined
  if (debit === null) return { holdsFrom: earliest(days, nextDay ?? loan.today), cutOffAt: touched }
  const sent = debitDeadline(loan, debit.date)
  return {
    holdsFrom: earliest([...days, debit.date], loan.today),
    cutOffAt: days.length === 0 || sent < touched ? sent : touched,
  }
}

/** A stop or another way to pay leaves what is agreed: a withdrawn retry asks for no signature. */
const changesTerms = ({ changeType }: ProposedChange): boolean =>
  changeType !== ChangeType.revokeFutureAch &&
  changeType !== ChangeType.changePaymentMode &&
  changeType !== ChangeType.changeMode

/** Retries go with the debits of the schedule: where those end, none is left to try. */
function withdrawnBy(basis: ChangeBasis, proposed: ProposedChange): readonly ArrivingPayment[] {
  return endsDebits(basis.loan, proposed) ? plannedRetries(basis) : (proposed.withdrawn ?? [])
}

/** What is left to come once retries are withdrawn and the single debit pays its installment. */
const afterDebits = (
  basis: ChangeBasis,
  withdrawn: readonly ArrivingPayment[],
  debit: ChangeDebit | null,
): ChangeBasis => ({
  ...withoutDebits(basis, withdrawn),
  open: basis.open.filter(({ number }) => number !== debit?.number),
})

/**
 * A change worked out: old schedule beside new, which rows it takes off and makes, what it costs, from when it
 * holds, whether it is signed, and what must be told of its debits. Source: domain.md §10.
 */
export function calculatePlan(before: ChangeBasis, proposed: ProposedChange): ChangePlan {
  const withdrawn = withdrawnBy(before, proposed)
  const basis = afterDebits(before, withdrawn, proposed.debit ?? null)
  const { loan, open } = basis
  const target = proposed.target ?? open.map(keptPayment)
  const debit = proposed.debit ?? null
  const oldSchedule = viewOf(calculateTargets(before, before.open.map(keptPayment)))
  const kept = target.flatMap((payment) => (payment.kept === null ? [] : [payment.kept]))
  const change = difference(basis, calculateTargets(basis, target, debit), kept)
  const { newSchedule, newInstallments, deleted } = change
  const costDifference = cents(stillToPay(newSchedule) - stillToPay(oldSchedule))
  const lastDateMovesByDays =
    oldSchedule.lastDate === null || newSchedule.lastDate === null
      ? 0
      : daysBetween(oldSchedule.lastDate, newSchedule.lastDate)
  const paymentModeAfter = proposed.paymentModeAfter ?? loan.paymentMode
  const notices = isDebitMode(paymentModeAfter)
    ? newInstallments.map((installment) => debitNotice(basis, installment))
    : []
  const { holdsFrom, cutOffAt } = moments(basis, change, proposed)
  return {
    changeType: proposed.changeType,
    oldSchedule,
    newSchedule,
    deletedNumbers: deleted.map(({ number }) => number),
    restoredNumbers: [],
    newInstallments,
    debit,
    expected: proposed.expected ?? null,
    due: proposed.due ?? null,
    withdraws: withdrawn.flatMap(({ transactionNo }) => transactionNo ?? []),
    entries: proposed.entries ?? [],
    uncounted: proposed.uncounted ?? [],
    moves: proposed.moves ?? [],
    paymentModeAfter,
    payrollAfter: proposed.payrollAfter ?? null,
    authorization: proposed.authorization ?? 'none',
    stopped: proposed.stopped ?? loan.stopped,
    costDifference,
    lastDateMovesByDays,
    holdsFrom: proposed.holdsFrom ?? holdsFrom,
    cutOffAt,
    needsSignature: changesTerms(proposed) && isSigned(costDifference, lastDateMovesByDays),
    quote: proposed.quote ?? null,
    notices,
    notifiedFirstDate: notices[0]?.dueDate ?? null,
    remarks: remarksOf(basis, newSchedule, { ...proposed, withdrawn }),
    covers: [],
  }
}
