import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { savePlan } from '@dolphin/database/plans/plan-repository'
import { listLoanChanges, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { changeBasis, missedOne } from '@dolphin/domain/servicing/changes/change-basis'
import type { CoveredPayment } from '@dolphin/domain/servicing/changes/change-plan'
import { moveCovered } from '@dolphin/domain/servicing/changes/restart-schedule'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type LoadedLoan, loadServicedLoan, type ServicingDeps } from './load-serviced-loan.ts'
import { paidNumbers } from './loan-arrears.ts'
import type { NotifyDeps } from './notify-change.ts'
import { notifyMoved } from './notify-moved.ts'
import { planAfterChange } from './plan-after-change.ts'
import { isUndone } from './schedule-after-failure.ts'
import { newServicingNo } from './servicing-number.ts'

/** A payment that hardship assistance covers, as it is kept with the change. */
interface Covered {
  readonly number: number
  readonly movesTo: LocalDate
}

export const coveredToStored = (covers: readonly CoveredPayment[]): LoanChange['result'] =>
  covers.length === 0
    ? {}
    : { covers: covers.map(({ number, movesTo }) => ({ number, movesTo: formatLocalDate(movesTo) })) }

function coveredBy({ result: { covers = [] } }: Pick<LoanChange, 'result'>): readonly Covered[] {
  // Only `coveredToStored` writes it.
  return (covers as readonly { number: number; movesTo: string }[]).map(({ number, movesTo }) => {
    const day = parseLocalDate(movesTo)
    assert(day !== undefined, 'a stored day is a date')
    return { number, movesTo: day }
  })
}

/** Help that was not taken back, or waits for a payoff to fail. */
const holds = (change: LoanChange): boolean => !isUndone(change) && change.status !== 'toSign'

/**
 * Whether hardship assistance covers an agreed payment: then it is not tried again by itself when it comes back, and has
 * no fee. Source: domain.md §14, "one debit is under way".
 */
export async function isCovered(executor: Executor, key: LoanKey, number: number | null): Promise<boolean> {
  const changes = await listLoanChanges(executor, key)
  return changes.filter(holds).some((change) => coveredBy(change).some((one) => one.number === number))
}

/**
 * Moves payments that hardship assistance covers and that came back or were not taken to the end of the schedule, each
 * with its notice; none while the help waits for a payoff to fail. Answers the new days, by the payment's number. The
 * caller holds the loan's lock; again is harmless. Source: domain.md §14, "one debit is under way".
 */
export async function moveCoveredPayments(
  deps: ServicingDeps & NotifyDeps,
  unit: UnitOfWork,
  key: LoanKey,
): Promise<ReadonlyMap<number, LocalDate>> {
  const moved = new Map<number, LocalDate>()
  const covers = coversInForce(await listLoanChanges(unit.tx, key))
  for (const covered of covers) {
    const day = await moveOne(deps, unit, key, covered)
    if (day !== undefined) moved.set(covered.number, day)
  }
  return moved
}

function coversInForce(changes: readonly LoanChange[]): Covered[] {
  const undone = new Set(changes.filter(isUndone).map(({ changeNo }) => changeNo))
  const waits = ({ result: { onFailureOf } }: LoanChange): boolean =>
    typeof onFailureOf === 'string' && !undone.has(onFailureOf)
  return changes.filter((change) => holds(change) && !waits(change)).flatMap(coveredBy)
}

async function moveOne(
  deps: ServicingDeps & NotifyDeps,
  unit: UnitOfWork,
  key: LoanKey,
  { number, movesTo: promised }: Covered,
): Promise<LocalDate | undefined> {
  const loan = await findLoan(unit.tx, key)
  const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  if (loaded === undefined) return undefined
  const missed = missedOne(changeBasis(loaded.serviced), number)
  // Paid another way since, it is not owed any more.
  if (missed === undefined || paidNumbers(loaded, loaded.serviced.today).has(number)) return undefined
  const moved = moveCovered(loaded.serviced, number, promised)
  if (moved === undefined) return undefined
  const { plan, movesTo } = moved
  await storeMoved(unit, loaded, plan, { number, from: missed.dueDate, to: movesTo })
  const { amount, dueDate: from } = missed
  await notifyMoved(deps, unit, loaded.loan, { number, from, to: movesTo, amount, why: 'help' })
  return movesTo
}

async function storeMoved(
  unit: UnitOfWork,
  loaded: LoadedLoan,
  plan: Parameters<typeof planAfterChange>[1],
  { number, from, to }: { readonly number: number; readonly from: LocalDate; readonly to: LocalDate },
): Promise<void> {
  const after = planAfterChange(loaded, plan, { changeNo: await newServicingNo(unit, 'M'), now: unit.now })
  await savePlan(unit.tx, after.plan, after.installments)
  await updateLoan(unit.tx, loaded.loan, { planNo: after.plan.planNo }, unit.now)
  await appendAudit(unit.tx, {
    portfolioId: loaded.loan.portfolioId,
    subject: loaded.loan.loanNo,
    action: 'paymentsMoved',
    actor: SYSTEM_ACTOR,
    facts: {
      planNo: after.plan.planNo,
      moved: [`${number}: ${formatLocalDate(from)} to ${formatLocalDate(to)}`],
    },
    at: unit.now,
  })
}
