import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { findPlan } from '@dolphin/database/plans/plan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { type Cents, cents, max, sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { missedPayments } from '@dolphin/domain/servicing/arrears'
import { restartSchedule } from '@dolphin/domain/servicing/changes/restart-schedule'
import { shortenedSchedule } from '@dolphin/domain/servicing/changes/shortened-schedule'
import { dateIn } from '@dolphin/domain/time/new-york'
import { planFacts } from '../plans/plan-facts.ts'
import { agreedInstallments } from './agreed-installments.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { dueOf } from './change-texts.ts'
import { paidOutsideSchedule } from './loan-arrears.ts'
import { type ChangedPlan, planAfterChange, planKept, planRestored } from './plan-after-change.ts'
import { receivedBeside, receivedBesideToStored } from './received-beside.ts'
import { paymentStoppedBy, stoppedPayments } from './stopped-payments.ts'

/** A change that has failed or was taken back holds no more. */
export const isUndone = ({ status }: Pick<LoanChange, 'status'>): boolean =>
  status === 'failed' || status === 'cancelled'

/** One that waits for its signature holds nothing yet. */
const holdsNothing = (change: Pick<LoanChange, 'status'>): boolean =>
  isUndone(change) || change.status === 'toSign'

/** What a loan comes to without one of its changes. */
export interface WithoutChange {
  /** The plans to be stored, in their order; none where the schedule of a later change stays as it is. */
  readonly plans: readonly ChangedPlan[]
  /** The loan with the last of them. */
  readonly loaded: LoadedLoan
  /** How many installments are due again on another day. */
  readonly restarted: number
}

/**
 * The loan as it is without a change: the plan before it is in force again, or the one that a later change made stays,
 * and with `restarts` what was missed meanwhile is due again. Writes nothing, so that a preview shows what a save
 * stores. Source: domain.md §14, "The life of a modification".
 */
export async function withoutChange(
  executor: Executor,
  loaded: LoadedLoan,
  change: LoanChange,
  { now, restarts }: { readonly now: Date; readonly restarts: boolean },
): Promise<WithoutChange> {
  const isOfLater = !holdsStill(loaded, change)
  const restored = isOfLater ? undefined : await restoredPlan(executor, loaded, change, now)
  const without = withPlan(loaded, change, restored)
  if (!restarts) return { plans: restored === undefined ? [] : [restored], loaded: without, restarted: 0 }
  const since = dateIn(change.requestedAt, loaded.serviced.hours.timeZone)
  const restart = restartSchedule(without.serviced, { since, isOfLater })
  if (restart === null)
    return { plans: restored === undefined ? [] : [restored], loaded: without, restarted: 0 }
  const again = planAfterChange(without, restart, { changeNo: `${change.changeNo}.again`, now })
  return {
    plans: [...(restored === undefined ? [] : [restored]), again],
    loaded: withPlan(without, change, again),
    restarted: restart.deletedNumbers.length,
  }
}

/**
 * The plan that a receipt beside the schedule leaves: the same payments, fewer of them; or the same where nothing changes.
 * It keeps what of the receipt it counts on: what nothing past due has taken, so that it covers no later payment as well.
 * The account counts the money already. Source: domain.md §10, pay down (shorter); §14.
 */
export function shorterPlan(
  loaded: LoadedLoan,
  change: LoanChange,
  { receiptNo, now }: { readonly receiptNo: string | undefined; readonly now: Date },
): ChangedPlan {
  const shorter = shortenedSchedule(loaded.serviced)
  const facts = { changeNo: `${change.changeNo}.received`, now }
  const { plan, installments } =
    shorter === null ? planKept(loaded, facts) : planAfterChange(loaded, shorter, facts)
  const receipt = loaded.transactions.find(({ transactionNo }) => transactionNo === receiptNo)
  // What pays something due of the schedule makes it no shorter.
  if (receipt === undefined || dueOf(change) !== null) return { plan, installments }
  const { transactionNo } = receipt
  const received = [...receivedBeside(plan), { transactionNo, amount: besideOf(loaded, receipt) }]
  const disclosure = { ...plan.disclosure, ...receivedBesideToStored(received) }
  return { plan: { ...plan, disclosure }, installments }
}

/** What of a receipt is left once all that is past due is paid. */
function besideOf(loaded: LoadedLoan, { amount }: MoneyTransaction): Cents {
  const { today, installments } = loaded.serviced
  const missed = sum(missedPayments(today, installments).map((one) => one.amount))
  const others = cents(paidOutsideSchedule(loaded) - amount)
  return max(cents(amount - max(cents(missed - others), ZERO_CENTS)), ZERO_CENTS)
}

async function restoredPlan(
  executor: Executor,
  loaded: LoadedLoan,
  change: LoanChange,
  now: Date,
): Promise<ChangedPlan> {
  const before = await findPlan(executor, change.portfolioId, planNoBefore(loaded, change))
  assert(before !== undefined, 'the plan before a change is on record')
  return planRestored(loaded, before, {
    changeNo: change.changeNo,
    now,
    paymentMode: modeAfterUndoing(loaded, before, change),
    stopped: loaded.serviced.stopped.filter((number) => number !== paymentStoppedBy(change)),
  })
}

/**
 * Whether the schedule is still the one that a change made: changes since then were taken back, or altered only how
 * the payments are made, as a revocation (104) or another way to pay (107) does, or wait for this one to fail.
 */
const holdsStill = ({ changes }: LoadedLoan, change: LoanChange): boolean =>
  changes
    .slice(
      0,
      changes.findIndex(({ changeNo }) => changeNo === change.changeNo),
    )
    .every((later) => holdsNothing(later) || leavesSchedule(later) || isForFailureOf(later, change))

/** Hardship assistance beside a payoff: its schedule is the one before the payoff now. */
const isForFailureOf = ({ result }: LoanChange, { changeNo }: LoanChange): boolean =>
  result['onFailureOf'] === changeNo

const leavesSchedule = ({ result }: LoanChange): boolean =>
  isEmpty(result['deletedNumbers']) && isEmpty(result['newNumbers']) && result['payrollChanged'] !== true

const isEmpty = (stored: unknown): boolean => Array.isArray(stored) && stored.length === 0

/** The plan before a change; not one of an earlier change that was undone meanwhile, but the one before that. */
function planNoBefore({ changes }: Pick<LoadedLoan, 'changes'>, change: LoanChange): string {
  const undone = changes.find((one) => one.planNo === change.planNoBefore && isUndone(one))
  return undone === undefined ? change.planNoBefore : planNoBefore({ changes }, undone)
}

/** The way to pay before the change, unless another change has altered it since. */
function modeAfterUndoing({ serviced }: LoadedLoan, before: LoadedLoan['current'], { result }: LoanChange) {
  const isStill = result['paymentModeAfter'] === serviced.paymentMode
  return isStill ? planFacts(before.plan).paymentMode : serviced.paymentMode
}

const storedRows = ({ plan: { portfolioId, customerKey, loanNo, planNo }, installments }: ChangedPlan) =>
  installments
    .map((row) => ({ ...row, portfolioId, customerKey, loanNo, planNo }))
    .toSorted((left, right) => left.number - right.number)

/** The loan with another plan in force, and without the change and its debit. */
function withPlan(loaded: LoadedLoan, change: LoanChange, plan: ChangedPlan | undefined): LoadedLoan {
  const { serviced, transactions } = loaded
  const current =
    plan === undefined
      ? loaded.current
      : { plan: { ...plan.plan, supersededAt: null }, installments: storedRows(plan) }
  return {
    ...loaded,
    current,
    openChange: loaded.openChange?.changeNo === change.changeNo ? undefined : loaded.openChange,
    serviced: {
      ...serviced,
      installments: agreedInstallments(current.installments, transactions),
      inFlight: serviced.inFlight.filter(({ transactionNo }) => transactionNo !== change.transactionNo),
      stopped: stoppedPayments(current.plan),
      paymentMode: planFacts(current.plan).paymentMode,
      frequency: current.plan.frequency,
      open: loaded.openChange?.changeNo === change.changeNo ? null : serviced.open,
      toConfirm: loaded.openChange?.changeNo === change.changeNo ? null : serviced.toConfirm,
    },
  }
}
