import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  insertDebitAuthorization,
  revokeDebitAuthorizations,
} from '@dolphin/database/servicing/debit-authorization-repository'
import {
  insertLoanChange,
  type LoanChange,
  moveLoanChange,
} from '@dolphin/database/servicing/loan-change-repository'
import { updateLoan } from '@dolphin/database/loans/loan-repository'
import { findPlan, savePlan } from '@dolphin/database/plans/plan-repository'
import { findTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ChangeType, PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { ChangeDebit, ChangePlan, ExpectedPayment } from '@dolphin/domain/servicing/changes/change-plan'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { Deps } from '../../deps.ts'
import { planFacts } from '../plans/plan-facts.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { planAfterChange, planRestored } from './plan-after-change.ts'
import { servicingFactsToStored } from './servicing-facts.ts'
import { planConfirmedDebit } from './plan-confirmed-debit.ts'
import { newServicingNo } from './servicing-number.ts'

/** A worked-out change to be saved for a locked loan. */
export interface ChangeToSave {
  readonly loaded: LoadedLoan
  readonly plan: ChangePlan
  /** Its number, which its paper names too. */
  readonly changeNo: string
  /** What was asked for, as it came over the wire. */
  readonly request: Readonly<Record<string, unknown>>
  readonly actor: string
  /** The amendment that was signed for it, or its receipt; null without one. */
  readonly documentNo: string | null
}

/**
 * Saves a change in the caller's transaction, which holds the loan's lock: the new plan with its flags, the single
 * debit with its permission, the revocation, the change itself as the loan's open one, and the audit. Undefined
 * where another change is open. Source: domain.md §10.
 */
export async function saveChange(
  { faultPoint }: Pick<Deps, 'faultPoint'>,
  unit: UnitOfWork,
  change: ChangeToSave,
): Promise<LoanChange | undefined> {
  const { loaded, plan, changeNo, actor } = change
  const { portfolioId, customerKey, loanNo, openId } = loaded.loan
  assert(openId !== null, 'a funded loan has a customer')
  const after = planAfterChange(loaded, plan, { changeNo, now: unit.now })
  const transactionNo =
    plan.debit === null ? null : await planDebit(unit, loaded, plan.debit, changeNo, actor)
  faultPoint?.('change: debit planned, before the change')
  const saved: LoanChange = {
    portfolioId,
    customerKey,
    changeNo,
    loanNo,
    openId,
    changeType: plan.changeType,
    // A revocation is never kept waiting: beside an open change it holds at once, and is not taken back.
    status: loaded.openChange !== undefined && plan.authorization === 'revoke' ? 'applied' : 'open',
    request: { ...change.request, ...beforeChange(loaded) },
    result: resultOf(plan),
    holdsFrom: plan.holdsFrom,
    cutOffAt: plan.cutOffAt,
    planNoBefore: loaded.current.plan.planNo,
    planNo: after.plan.planNo,
    transactionNo,
    requestCode: null,
    documentNo: change.documentNo,
    actor,
    requestedAt: unit.now,
    closedAt: null,
  }
  if (!(await insertLoanChange(unit.tx, saved))) return undefined
  faultPoint?.('change: recorded, before its plan')
  await savePlan(unit.tx, after.plan, after.installments)
  await updateLoan(unit.tx, loaded.loan, { planNo: after.plan.planNo }, unit.now)
  if (plan.authorization === 'revoke') {
    await revokeDebitAuthorizations(unit.tx, loaded.loan, {
      by: actor,
      reason: `change ${changeNo}`,
      at: unit.now,
    })
  }
  faultPoint?.('change: plan stored, before the audit')
  await auditChange(unit, saved, 'changeSaved', actor)
  return saved
}

/** What a change may have to be put back to. */
const beforeChange = ({ serviced, payroll }: LoadedLoan): LoanChange['request'] => ({
  paymentModeBefore: serviced.paymentMode,
  frequencyBefore: serviced.frequency,
  ...servicingFactsToStored({ agreedPlanNo: null, payroll }),
})

/** What a saved change came to, as it is kept: figures as on the wire. */
function resultOf(plan: ChangePlan): LoanChange['result'] {
  return {
    costDifference: moneyToWire(plan.costDifference),
    lastDateMovesByDays: plan.lastDateMovesByDays,
    totalAfter: moneyToWire(plan.newSchedule.totalOfPayments),
    deletedNumbers: plan.deletedNumbers,
    newNumbers: plan.newInstallments.map(({ number }) => number),
    paymentModeAfter: plan.paymentModeAfter,
    payrollChanged: plan.payrollAfter !== null,
    authorization: plan.authorization,
    payoff: plan.quote && moneyToWire(plan.quote.total),
    expected: plan.expected && expectedToStored(plan.expected),
    goodThrough: plan.quote && formatLocalDate(plan.quote.goodThrough),
  }
}

const expectedToStored = ({ mode, amount, by }: ExpectedPayment) => ({
  paymentMode: mode,
  amount: moneyToWire(amount),
  by: formatLocalDate(by),
})

/**
 * The debit that a borrower confirmed with the change: planned, with a permission for this one payment. A way that
 * the borrower pays by hand makes none.
 */
async function planDebit(
  unit: UnitOfWork,
  { loan, bankAccount }: LoadedLoan,
  { purpose, mode, date, amount }: ChangeDebit,
  changeNo: string,
  actor: string,
): Promise<string | null> {
  if (mode !== PaymentMode.ach) return null
  assert(bankAccount !== undefined, 'a funded loan has an account')
  return await planConfirmedDebit(unit, loan, {
    accountKey: bankAccount.accountKey,
    purpose,
    amount,
    date,
    instructionKey: `change/${changeNo}`,
    changeNo,
    cause: `change ${changeNo}`,
    actor,
  })
}

/**
 * Puts the plan back that held before a change: 905, or the change's debit came back. What was due meanwhile and
 * not taken shows as past due. The caller holds the loan's lock.
 */
export async function undoChange(
  unit: UnitOfWork,
  loaded: LoadedLoan,
  change: LoanChange,
  { to, actor }: { readonly to: 'cancelled' | 'failed'; readonly actor: string },
): Promise<boolean> {
  const before = await findPlan(unit.tx, change.portfolioId, planNoBefore(loaded, change))
  assert(before !== undefined, 'the plan before a change is on record')
  if (!(await moveLoanChange(unit.tx, change, { from: change.status, to, at: unit.now }))) return false
  const restored = planRestored(loaded, before, {
    changeNo: change.changeNo,
    now: unit.now,
    paymentMode: modeAfterUndoing(loaded, before, change),
  })
  await savePlan(unit.tx, restored.plan, restored.installments)
  await updateLoan(unit.tx, loaded.loan, { planNo: restored.plan.planNo }, unit.now)
  if (change.result['authorization'] === 'revoke') await grantAgain(unit, loaded, change)
  await dropDebit(unit, change, actor)
  await auditChange(
    unit,
    change,
    to === 'cancelled' ? STORED_NAMES.auditAction.changeCanceled : 'changeFailed',
    actor,
  )
  return true
}

/** A change that has failed or was taken back holds no more. */
export const isUndone = ({ status }: Pick<LoanChange, 'status'>): boolean =>
  status === 'failed' || status === 'cancelled'

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

/** A revocation taken back in time: the permission holds again, as a new row. */
async function grantAgain(unit: UnitOfWork, loaded: LoadedLoan, change: LoanChange): Promise<void> {
  const ended = loaded.authorizations.findLast(({ revokedFor }) => revokedFor === `change ${change.changeNo}`)
  if (ended === undefined) return
  const { revokedAt: _at, revokedBy: _by, revokedFor: _for, ...authorization } = ended
  const authorizationNo = await newServicingNo(unit, 'A')
  await insertDebitAuthorization(unit.tx, { ...authorization, authorizationNo, grantedAt: unit.now })
}

/** A planned debit that no batch has taken goes; 0 → 1 → -1 are the table's only edges for it. */
async function dropDebit(unit: UnitOfWork, change: LoanChange, actor: string): Promise<void> {
  const { portfolioId, transactionNo, changeNo } = change
  if (transactionNo === null) return
  const reason = { cause: `change ${changeNo} undone`, actor, at: unit.now }
  const { none, pending, rejected } = TransactionStatus
  const debit = await findTransaction(unit.tx, { portfolioId, transactionNo })
  if (debit?.status === none) await moveTransaction(unit.tx, debit, { from: none, to: pending }, reason)
  if (debit?.status === none || debit?.status === pending)
    await moveTransaction(unit.tx, debit, { from: pending, to: rejected }, reason)
}

async function auditChange(
  unit: UnitOfWork,
  change: LoanChange,
  action: string,
  actor: string,
): Promise<void> {
  const { portfolioId, loanNo, changeNo, changeType, transactionNo, planNo } = change
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action,
    actor,
    facts: { changeNo, changeType, transactionNo, planNo },
    at: unit.now,
  })
}

/** Whether undoing is still possible: nothing was sent and the cut-off has not passed. */
export const isUndoable = ({ status, cutOffAt, changeType }: LoanChange, now: Date): boolean =>
  status === 'open' && now < cutOffAt && changeType !== ChangeType.none
