import type { LocalDate } from '../../calendar/local-date.ts'
import { type Cents, cents, ZERO_CENTS } from '../../money/cents.ts'
import { IN_FLIGHT_STATUSES, InstallmentFlag } from '../../payments/codes.ts'
import type { InstallmentDate } from '../../schedule/installment.ts'
import { interestBetween } from '../interest-accrual.ts'
import { type ProjectedPayment, type Projection, projectPayments } from '../projection.ts'
import type { AgreedInstallment } from '../serviced-loan.ts'
import { type ArrivingPayment, type ChangeBasis, lastSettledDay } from './change-basis.ts'
import type { ChangeDebit, RowSource, ScheduleRow } from './change-plan.ts'

/** A payment that a change wants on a day. */
export interface TargetPayment extends InstallmentDate {
  /** At most; the last one takes no more than is owed. */
  readonly amount: Cents
  /** Left as it was agreed, whatever it will take. */
  readonly kept: AgreedInstallment | null
}

/** A future payment, before its amount is calculated. */
export interface ComingPayment extends TargetPayment {
  readonly number: number | null
  readonly source: RowSource
  readonly debit: ScheduleRow['debit']
  readonly flags: number
}

/** A payment to come and what it takes. */
export interface CalculatedPayment {
  readonly coming: ComingPayment
  readonly projected: ProjectedPayment
}

/** All payments to come and what they leave. */
export interface TargetCalculation extends Omit<Projection, 'payments'> {
  readonly payments: readonly CalculatedPayment[]
}

type SingleDebit = Pick<ChangeDebit, 'date' | 'amount' | 'number'>

const ORDER: Readonly<Record<RowSource, number>> = { inFlight: 0, single: 1, agreed: 2, new: 3 }

/** An open installment that stays as it is. */
export const keptPayment = (installment: AgreedInstallment): TargetPayment => ({
  dueDate: installment.dueDate,
  nominalDate: installment.dueDate,
  amount: installment.amount,
  kept: installment,
})

/** A payment of so much on a date of the series. */
export const paymentOn = (date: InstallmentDate, amount: Cents): TargetPayment => ({
  ...date,
  amount,
  kept: null,
})

const isSent = ({ status }: ArrivingPayment): boolean => IN_FLIGHT_STATUSES.includes(status)

function comingPayments(
  basis: ChangeBasis,
  target: readonly TargetPayment[],
  debit: SingleDebit | null,
): ComingPayment[] {
  const { default: none } = InstallmentFlag
  const inFlight = basis.arriving.map(
    (payment): ComingPayment => ({
      ...payment,
      nominalDate: payment.dueDate,
      kept: null,
      source: 'inFlight',
      debit: payment.transactionNo === null ? null : isSent(payment) ? 'sent' : 'planned',
    }),
  )
  const single: ComingPayment[] =
    debit === null
      ? []
      : [
          {
            number: debit.number ?? null,
            source: 'single',
            debit: 'planned',
            flags: none,
            dueDate: debit.date,
            nominalDate: debit.date,
            amount: debit.amount,
            kept: null,
          },
        ]
  const rest = target.map(
    (payment): ComingPayment => ({
      ...payment,
      number: payment.kept?.number ?? null,
      source: payment.kept === null ? 'new' : 'agreed',
      debit: null,
      flags: payment.kept?.flags ?? InstallmentFlag.new,
    }),
  )
  return [...inFlight, ...single, ...rest]
}

/** How the debt runs down by money arriving, the change's single debit and these payments, each on its day. */
export function calculateTargets(
  basis: ChangeBasis,
  target: readonly TargetPayment[],
  debit: SingleDebit | null = null,
): TargetCalculation {
  const coming = comingPayments(basis, target, debit).toSorted(
    (left, right) => left.dueDate - right.dueDate || ORDER[left.source] - ORDER[right.source],
  )
  const planned = coming.map(({ dueDate, amount }, index) => ({ number: index, dueDate, amount }))
  const { payments, ...figures } = projectPayments(basis.loan.terms, basis.state, planned)
  return {
    ...figures,
    payments: payments.flatMap((projected) => {
      const of = coming[projected.number]
      return of === undefined ? [] : [{ coming: of, projected }]
    }),
  }
}

/** What a change builds its level amount on. */
export interface LevelTerms {
  /** Payments before the level ones. */
  readonly kept: readonly TargetPayment[]
  readonly dates: readonly InstallmentDate[]
  readonly debit?: SingleDebit | null
}

/**
 * The level amount: the smallest in cents that, paid on all these dates, leaves nothing; the last is then not
 * larger. A higher amount never leaves more, so halving the range finds it. Source: schedules.md §2 and §3
 * (sched-pub-5 and 6), here with fees, unpaid interest and coupon credits met on the way.
 */
export function levelAmount(basis: ChangeBasis, { kept, dates, debit = null }: LevelTerms): Cents {
  const left = (amount: bigint): Cents =>
    calculateTargets(basis, [...kept, ...dates.map((date) => paymentOn(date, cents(amount)))], debit)
      .uncovered
  let enough: bigint = left(0n)
  let tooSmall = 0n
  while (enough - tooSmall > 1n) {
    const middle = (tooSmall + enough) / 2n
    if (left(middle) === 0n) enough = middle
    else tooSmall = middle
  }
  return cents(enough)
}

/** Principal outstanding once money arriving and the payments kept have come in. */
function principalAfter(basis: ChangeBasis, kept: readonly TargetPayment[]): Cents {
  return calculateTargets(basis, kept).payments.at(-1)?.projected.balanceAfter ?? basis.state.principal
}

/**
 * The least amount that repays on these dates: the level amount, and more than the interest of the longest
 * interval between them, so that the debt falls at every payment. Source: schedules.md §3, pay fixed amount.
 */
export function leastAmount(basis: ChangeBasis, terms: LevelTerms): Cents {
  const principal = principalAfter(basis, terms.kept)
  let from: LocalDate = terms.kept.at(-1)?.dueDate ?? lastSettledDay(basis)
  let longest = ZERO_CENTS
  for (const { dueDate } of terms.dates) {
    const interest = interestBetween(basis.loan.terms.accrual, principal, from, dueDate)
    if (interest > longest) longest = interest
    from = dueDate
  }
  const level = levelAmount(basis, terms)
  return level > longest ? level : cents(longest + 1n)
}
