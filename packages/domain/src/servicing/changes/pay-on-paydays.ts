import type { Cents } from '../../money/cents.ts'
import { ok, refused } from '../../outcome.ts'
import { ChangeType, type PaymentMode } from '../../payments/codes.ts'
import type { AgreedInstallment } from '../serviced-loan.ts'
import type { ChangeBasis } from './change-basis.ts'
import type { CustomerChangeRequest } from './change-request.ts'
import { paidByBorrower } from './expected-payment.ts'
import type { ProposedChange } from './calculate-plan.ts'
import { owedOn } from './pay-down.ts'
import { authorizationFor, refusedMode } from './payment-mode-change.ts'
import { datesWithinLimits } from './payment-series.ts'
import { type PlanOutcome, startInTime } from './start-in-time.ts'
import { keptPayment, leastAmount, levelAmount, paymentOn } from './target-payments.ts'
import { calculatePlan } from './calculate-plan.ts'

type Asked<Type> = Omit<Extract<CustomerChangeRequest, { changeType: Type }>, 'changeType'>

const afterwards = (
  basis: ChangeBasis,
  mode: PaymentMode,
): Pick<ProposedChange, 'paymentModeAfter' | 'authorization'> => ({
  paymentModeAfter: mode,
  authorization: authorizationFor(basis, mode),
})

/**
 * 102: the whole debt in a number of level payments on the next paydays, no more of them than are left now. Interest
 * continues from the last accrual. Source: schedules.md §3, sched-pub-6.
 */
export function payOffInN(
  basis: ChangeBasis,
  { count, paymentMode: mode, from }: Asked<typeof ChangeType.payOffInN>,
): PlanOutcome {
  const no = refusedMode(mode)
  if (no !== null) return no
  if (basis.open.length > 0 && count > basis.open.length)
    return refused({ reason: 'changeTypeRefused', why: 'tooManyPayments' })
  return startInTime(
    basis,
    (kept, rest) => levelPlan(basis, { kept, rest, count, mode, changeType: ChangeType.payOffInN }),
    from,
  )
}

interface LevelChange {
  readonly kept: readonly AgreedInstallment[]
  readonly rest: readonly AgreedInstallment[]
  readonly count: number
  readonly mode: PaymentMode
  readonly changeType: typeof ChangeType.payOffInN | typeof ChangeType.payFixedAmount
}

/** So many level payments after those kept. */
export function levelPlan(
  basis: ChangeBasis,
  { kept, rest, count, mode, changeType }: LevelChange,
): PlanOutcome {
  const dates = datesWithinLimits(basis, rest, kept).slice(0, count)
  if (count < 1 || dates.length < count) return refused({ reason: 'changeTypeRefused', why: 'termTooLong' })
  const before = kept.map(keptPayment)
  const amount = levelAmount(basis, { kept: before, dates })
  const target = [...before, ...dates.map((date) => paymentOn(date, amount))]
  const plan = calculatePlan(basis, {
    changeType,
    target,
    ...afterwards(basis, mode),
    remarks: [{ code: 'newAmount', amount }],
  })
  return ok(paidByBorrower(plan))
}

/**
 * 111: the same amount on each payday until all is paid, the last one smaller. Less than repays within the
 * product's limits is refused with the least that does. Source: schedules.md §3, pay fixed amount.
 */
export function payFixedAmount(
  basis: ChangeBasis,
  { amount, paymentMode: mode, from }: Asked<typeof ChangeType.payFixedAmount>,
): PlanOutcome {
  const no = refusedMode(mode)
  if (no !== null) return no
  return startInTime(basis, (kept, rest) => fixedPlan(basis, { kept, rest, amount, mode }), from)
}

function fixedPlan(
  basis: ChangeBasis,
  { kept, rest, amount, mode }: Omit<LevelChange, 'count' | 'changeType'> & { readonly amount: Cents },
): PlanOutcome {
  const dates = datesWithinLimits(basis, rest, kept)
  const [first] = dates
  if (first === undefined) return refused({ reason: 'changeTypeRefused', why: 'nothingToChange' })
  const before = kept.map(keptPayment)
  const least = leastAmount(basis, { kept: before, dates })
  const most = kept.length > 0 ? null : owedOn(basis, first.dueDate)
  if (most !== null && amount > most) return refused({ reason: 'amountTooLarge', most })
  if (amount < least) return refused({ reason: 'amountTooSmall', least })
  const plan = calculatePlan(basis, {
    changeType: ChangeType.payFixedAmount,
    target: [...before, ...dates.map((date) => paymentOn(date, amount))],
    ...afterwards(basis, mode),
    remarks: [{ code: 'newAmount', amount }],
  })
  return ok(paidByBorrower(plan))
}
