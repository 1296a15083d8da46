import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { revokeDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import {
  insertLoanChange,
  type LoanChange,
  setPlanBefore,
  signLoanChange,
} from '@dolphin/database/servicing/loan-change-repository'
import { updateLoan } from '@dolphin/database/loans/loan-repository'
import { addPlanInWaiting, savePlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import type { ChangeDebit, ChangePlan, ExpectedPayment } from '@dolphin/domain/servicing/changes/change-plan'
import { besideOpen, modificationKind } from '@dolphin/domain/servicing/changes/standing-beside'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import { coveredToStored } from './covered-payments.ts'
import { effectOf, followModification, type ModificationDeps } from './follow-modification.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { planAfterChange } from './plan-after-change.ts'
import { servicingFactsToStored } from './servicing-facts.ts'
import { planConfirmedDebit } from './plan-confirmed-debit.ts'
import { withdrawRetries } from './withdraw-retries.ts'

/** A worked-out change to be saved for a locked loan. */
export interface ChangeToSave {
  readonly loaded: LoadedLoan
  readonly plan: ChangePlan
  /** Its number, which its document names too. */
  readonly changeNo: string
  /** What was asked for, as it came over the wire. */
  readonly request: Readonly<Record<string, unknown>>
  /** Help with a payment. */
  readonly isHardship?: boolean
  readonly actor: string
  /** The amendment that was signed for it, or its receipt; null without one. */
  readonly documentNo: string | null
  /** The change as it waited for its signature. */
  readonly sent?: LoanChange
}

/**
 * Saves a change in the caller's transaction, which holds the loan's lock: the new plan with its flags, the single
 * debit with its permission, the revocation, the change itself as the loan's open one, and the audit. Undefined
 * where another change is open. Source: domain.md §10.
 */
export async function saveChange(
  deps: ModificationDeps,
  unit: UnitOfWork,
  change: ChangeToSave,
): Promise<LoanChange | undefined> {
  const { loaded, plan, changeNo, actor } = change
  const { portfolioId, customerKey, loanNo, openId } = loaded.loan
  assert(openId !== null, 'a funded loan has a customer')
  const beside = besideOf(loaded, change)
  if (beside === 'supersedes' && loaded.openChange !== undefined)
    await followModification(deps, unit, loaded, { change: loaded.openChange, event: 'superseded', actor })
  const supersedes = plan.debit?.quotedFor === undefined ? undefined : loaded.openChange
  const after = planAfterChange(loaded, plan, { changeNo, now: unit.now })
  const transactionNo =
    plan.debit === null ? null : await planDebit(unit, loaded, plan.debit, { changeNo, actor })
  await withdrawRetries(unit, loaded.loan, plan.withdraws, { changeNo, actor })
  const result = { ...resultOf(plan), ...stoppedBy(loaded, plan), ...rowsOf(supersedes) }
  const { status } = effectOf({ changeType: plan.changeType, result, transactionNo }, 'saved')
  const saved: LoanChange = {
    portfolioId,
    customerKey,
    changeNo,
    loanNo,
    openId,
    changeType: plan.changeType,
    // One change at a time can be taken back: another that stands beside it holds at once.
    status: beside === 'beside' ? 'applied' : status,
    request: { ...change.request, ...beforeChange(loaded), ...supersedes?.request },
    result,
    holdsFrom: plan.holdsFrom,
    cutOffAt: plan.cutOffAt,
    planNoBefore: supersedes?.planNoBefore ?? loaded.current.plan.planNo,
    planNo: after.plan.planNo,
    transactionNo,
    requestCode: change.sent?.requestCode ?? null,
    documentNo: change.documentNo,
    actor,
    requestedAt: unit.now,
    closedAt: null,
  }
  const store = change.sent === undefined ? insertLoanChange : signLoanChange
  if (!(await store(unit.tx, saved))) return undefined
  await savePlan(unit.tx, after.plan, after.installments)
  await updateLoan(unit.tx, loaded.loan, { planNo: after.plan.planNo }, unit.now)
  if (plan.authorization === 'revoke') {
    await revokeDebitAuthorizations(unit.tx, loaded.loan, {
      by: actor,
      reason: `change ${changeNo}`,
      at: unit.now,
    })
    const asked = { portfolioId, kind: 'revocationToCheck', loanNo } as const
    await closeWorkItems(unit, asked, { by: actor, reason: 'the authorization is revoked' })
  }
  await auditChange(unit, saved, 'changeSaved', actor)
  return saved
}

/**
 * Saves hardship assistance beside a payoff: its schedule is kept as the one that is in force again if the payoff fails
 * or is taken back. `loaded` is the loan without the payoff. Source: domain.md §14, "one debit is under way".
 */
export async function saveForFailure(
  unit: UnitOfWork,
  payoff: LoanChange,
  { loaded, plan, changeNo, request, actor, documentNo }: ChangeToSave,
): Promise<LoanChange | undefined> {
  const { portfolioId, customerKey, loanNo, openId } = payoff
  const after = planAfterChange(loaded, plan, { changeNo, now: unit.now })
  const saved: LoanChange = {
    portfolioId,
    customerKey,
    changeNo,
    loanNo,
    openId,
    changeType: plan.changeType,
    status: 'applied',
    request: { ...request, ...beforeChange(loaded) },
    result: { ...resultOf(plan), onFailureOf: payoff.changeNo },
    holdsFrom: plan.holdsFrom,
    cutOffAt: plan.cutOffAt,
    planNoBefore: payoff.planNoBefore,
    planNo: after.plan.planNo,
    transactionNo: null,
    requestCode: null,
    documentNo,
    actor,
    requestedAt: unit.now,
    closedAt: null,
  }
  if (!(await insertLoanChange(unit.tx, saved))) return undefined
  await addPlanInWaiting(unit.tx, after.plan, after.installments)
  await setPlanBefore(unit.tx, payoff, after.plan.planNo)
  await auditChange(unit, saved, 'changeSaved', actor)
  return saved
}

/** What a change may have to be put back to. */
const beforeChange = ({ serviced, payroll }: LoadedLoan): LoanChange['request'] => ({
  paymentModeBefore: serviced.paymentMode,
  frequencyBefore: serviced.frequency,
  ...servicingFactsToStored({ agreedPlanNo: null, payroll }),
})

/** What becomes of the loan's open change; undefined without one. */
function besideOf({ serviced: { open } }: LoadedLoan, { plan, isHardship = false }: ChangeToSave) {
  if (open === null) return undefined
  if (plan.debit?.quotedFor !== undefined) return 'supersedes'
  return besideOpen(open, { kind: modificationKind(plan.changeType), isHardship })
}

/** Confirmed again, a change goes on with the rows of the one that it takes the place of. */
const rowsOf = (supersedes: LoanChange | undefined): LoanChange['result'] =>
  supersedes === undefined
    ? {}
    : {
        deletedNumbers: supersedes.result['deletedNumbers'],
        newNumbers: supersedes.result['newNumbers'],
      }

/** The payment that a change stops, for its name and for taking it back. */
function stoppedBy({ serviced }: LoadedLoan, { stopped }: ChangePlan): LoanChange['result'] {
  const stoppedPayment = stopped.find((number) => !serviced.stopped.includes(number))
  return stoppedPayment === undefined ? {} : { stoppedPayment }
}

/** What a saved change came to, as it is kept: figures as on the wire. */
function resultOf(plan: ChangePlan): LoanChange['result'] {
  return {
    debit: plan.debit && debitToStored(plan.debit),
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
    due: plan.due,
    withdraws: plan.withdraws,
    ...coveredToStored(plan.covers),
  }
}

/** The day and the amount that the borrower confirmed, however late the debit leaves. */
const debitToStored = ({ date, quotedFor, amount }: ChangeDebit) => ({
  quotedFor: formatLocalDate(quotedFor ?? date),
  amount: moneyToWire(amount),
})

const expectedToStored = ({ mode, amount, by }: ExpectedPayment) => ({
  paymentMode: mode,
  amount: moneyToWire(amount),
  by: formatLocalDate(by),
})

/** The change that asks for a debit, and who saves it. */
interface DebitOfChange {
  readonly changeNo: string
  readonly actor: string
}

/**
 * The debit that a borrower confirmed with the change: planned, with a permission for this one payment. A way that
 * the borrower pays by hand makes none.
 */
async function planDebit(
  unit: UnitOfWork,
  { loan, bankAccount }: LoadedLoan,
  { purpose, number = null, mode, date, amount }: ChangeDebit,
  { changeNo, actor }: DebitOfChange,
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
    installmentNumber: number,
    cause: `change ${changeNo}`,
    actor,
  })
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
