import {
  applyDueChanges,
  findOpenChange,
  type LoanChange,
  listLoanChanges,
  moveLoanChange,
} from '@dolphin/database/servicing/loan-change-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { ChangeType } from '@dolphin/domain/payments/codes'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type LoadedLoan, loadServicedLoan, type ServicingDeps } from './load-serviced-loan.ts'
import { isUndone, undoChange } from './save-change.ts'
import { type NotifyDeps, notifyUndone } from './notify-change.ts'

/** Changes that move no money of their own hold once they cannot be taken back any more; answers how many do now. */
export const applyChangesPastCutOff = (unit: UnitOfWork, portfolioId: number): Promise<number> =>
  applyDueChanges(unit.tx, portfolioId, unit.now)

/** The debit of a change has settled: an extra payment is done, a payoff stays open until the loan has ended. */
export async function followSettledDebit(unit: UnitOfWork, debit: MoneyTransaction): Promise<void> {
  const change = await changeOf(unit, debit)
  if (change === undefined || change.changeType === ChangeType.payOff) return
  await moveLoanChange(unit.tx, change, { from: 'open', to: 'applied', at: unit.now })
}

/**
 * The debit of a change was not sent, or came back: the change has failed and the plan before it holds again, with the
 * way to pay of now. Where a later change has made another schedule, that one stays. Answers whether the debit was a
 * change's. The caller holds the loan's lock. Source: domain.md §10.
 */
export async function failChangeOf(
  deps: ServicingDeps,
  unit: UnitOfWork,
  debit: MoneyTransaction,
  actor: string,
): Promise<boolean> {
  const { changeNo } = debit
  if (changeNo === null) return false
  await failChange(deps, unit, { debit, changeNo, actor })
  return true
}

/** The same where the debit is never sent at all: no return reports it, so the borrower is notified here. */
export async function refuseChangeOf(
  deps: ServicingDeps & NotifyDeps,
  unit: UnitOfWork,
  debit: MoneyTransaction,
  actor: string,
): Promise<void> {
  const { changeNo } = debit
  const failed = changeNo === null ? undefined : await failChange(deps, unit, { debit, changeNo, actor })
  if (failed !== undefined) await notifyUndone(deps, unit, failed.loaded, failed.change)
}

interface FailedDebit {
  readonly debit: MoneyTransaction
  readonly changeNo: string
  readonly actor: string
}

/** Answers what has failed now, with the loan as it was before. */
async function failChange(
  deps: ServicingDeps,
  unit: UnitOfWork,
  { debit, changeNo, actor }: FailedDebit,
): Promise<{ readonly loaded: LoadedLoan; readonly change: LoanChange } | undefined> {
  const change = (await listLoanChanges(unit.tx, debit)).find((one) => one.changeNo === changeNo)
  if (change === undefined || isUndone(change)) return undefined
  // Read again: the code that moved the debit has moved the loan too.
  const loan = await findLoan(unit.tx, debit)
  const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  if (loaded !== undefined && holdsStill(loaded, change))
    await undoChange(unit, loaded, change, { to: 'failed', actor })
  else await moveLoanChange(unit.tx, change, { from: change.status, to: 'failed', at: unit.now })
  return loaded && { loaded, change }
}

/**
 * Whether the schedule is still the one that a change made: changes since then were taken back, or altered only how
 * the payments are made, as a revocation (104) or another way to pay (107) does.
 */
const holdsStill = ({ changes }: LoadedLoan, change: LoanChange): boolean =>
  changes
    .slice(
      0,
      changes.findIndex(({ changeNo }) => changeNo === change.changeNo),
    )
    .every((later) => isUndone(later) || leavesSchedule(later))

const leavesSchedule = ({ result }: LoanChange): boolean =>
  isEmpty(result['deletedNumbers']) && isEmpty(result['newNumbers']) && result['payrollChanged'] !== true

const isEmpty = (stored: unknown): boolean => Array.isArray(stored) && stored.length === 0

/** The open change that a debit belongs to. */
async function changeOf(unit: UnitOfWork, { changeNo, ...debit }: MoneyTransaction) {
  if (changeNo === null) return undefined
  const change = await findOpenChange(unit.tx, debit)
  return change?.changeNo === changeNo ? change : undefined
}
