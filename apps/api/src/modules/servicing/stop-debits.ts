import type { Executor } from '@dolphin/database/driver/executor'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { ChangeType, type TransactionStatus } from '@dolphin/domain/payments/codes'
import { stopDeadline } from '@dolphin/domain/payments/stop-deadline'
import type { CustomerChangeRequest } from '@dolphin/domain/servicing/changes/change-request'
import { stopChoices } from '@dolphin/domain/servicing/changes/payment-mode-change'
import { planChange } from '@dolphin/domain/servicing/changes/plan-change'
import type { PlanOutcome } from '@dolphin/domain/servicing/changes/start-in-time'
import type { ServicedLoan } from '@dolphin/domain/servicing/serviced-loan'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import type { PlannedChange } from './change-document.ts'
import { refuseChange } from './change-result.ts'
import { followModification, type ModificationDeps } from './follow-modification.ts'
import { type LoadedLoan, loadServicedLoan } from './load-serviced-loan.ts'
import { confirmedDebitOf } from './modification-of.ts'
import { notifyChanged } from './notify-change.ts'
import { saveChange } from './save-change.ts'
import { withoutChange } from './schedule-after-failure.ts'
import { newServicingNo } from './servicing-number.ts'

type Calculate = (loan: ServicedLoan, loaded: LoadedLoan) => PlanOutcome

/**
 * The plan of what is asked. A revocation (104) drops the debit of an open change that has not left: it is calculated
 * for the schedule that is in force then. Source: domain.md §14.
 */
export async function calculateStopped(
  executor: Executor,
  calculate: Calculate,
  loaded: LoadedLoan,
  now: Date,
): Promise<PlanOutcome> {
  const worked = calculate(loaded.serviced, loaded)
  const stopped = stoppableChange(loaded)
  if (!worked.ok || worked.value.authorization !== 'revoke' || stopped === undefined) return worked
  const without = await withoutChange(executor, loaded, stopped.change, { now, restarts: true })
  const plan = calculate(without.loaded.serviced, without.loaded)
  if (!plan.ok) return plan
  const { amount, quotedFor: date } = stopped.debit
  return ok({ ...plan.value, remarks: [{ code: 'debitDropped', amount, date }, ...plan.value.remarks] })
}

/** The open change whose debit no batch has taken. */
function stoppableChange({ openChange: change, transactions }: LoadedLoan) {
  const confirmed = change && confirmedDebitOf(change)
  const debit = transactions.find(({ transactionNo }) => transactionNo === change?.transactionNo)
  if (change === undefined || confirmed === undefined || debit === undefined) return undefined
  return debit.traceNumber === null ? { change, debit: confirmed } : undefined
}

/** Carries out what calculateStopped counted on; returns the loan as it is then. */
export async function stopDebit(
  deps: ModificationDeps,
  unit: UnitOfWork,
  { loaded, plan: { authorization } }: PlannedChange,
  actor: string,
): Promise<LoadedLoan> {
  const stopped = authorization === 'revoke' ? stoppableChange(loaded) : undefined
  return stopped === undefined ? loaded : await stopChange(deps, unit, loaded, { ...stopped, actor })
}

async function stopChange(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loaded: LoadedLoan,
  { change, actor }: { readonly change: LoanChange; readonly actor: string },
): Promise<LoadedLoan> {
  await followModification(deps, unit, loaded, { change, event: 'stopped', actor, why: 'stopped' })
  const after = await loadServicedLoan(deps, unit.tx, loaded.loan, unit.now)
  assert(after !== undefined, 'a loan with a change is funded')
  return after
}

/** A debit that staff can stop; its number is null where the borrower has confirmed it once. */
export interface DebitToStop {
  readonly installmentNo: number | null
  readonly dueDate: LocalDate
  readonly amount: Cents
}

/** The debits to come that are in no file yet, those of the schedule first. */
export function debitsToStop(loaded: LoadedLoan): DebitToStop[] {
  const { serviced, transactions } = loaded
  const single = stoppableChange(loaded)?.change.transactionNo
  return [
    ...stopChoices(serviced).flatMap(({ number: installmentNo, dueDate, amount, until }) =>
      until === null ? [] : [{ installmentNo, dueDate, amount }],
    ),
    ...transactions.flatMap(({ transactionNo, status, effectiveDate, amount }) =>
      transactionNo === single &&
      // The column holds the domain's transaction status and nothing else.
      stopDeadline(serviced.hours, serviced.now, { status: status as TransactionStatus, effectiveDate }) !==
        null
        ? [{ installmentNo: null, dueDate: effectiveDate, amount }]
        : [],
    ),
  ]
}

/** What an employee stops at the borrower's word. */
export interface StopOrder {
  readonly loanNo: string
  readonly note: string
  readonly actor: string
}

/** The loan, and the change that was saved for it or that was stopped. */
interface Stopped {
  readonly loanNo: string
  readonly changeNo: string
}

/**
 * Stops one debit as the borrower asked: of a payment of the schedule, its retry too, or the single one that was
 * confirmed. One employee alone, at once; the borrower is notified. Errors: `loanNotFound`, `loanStatusInvalid`,
 * `changeTooLate` once a file has it, `changeTypeRefused`. Source: domain.md §10; Regulation E, 12 CFR 1005.10(c).
 */
export async function stopDebitByStaff(
  deps: ModificationDeps,
  unit: UnitOfWork,
  order: StopOrder & { readonly installmentNo: number | null },
): Promise<Result<Stopped>> {
  const { installmentNo: number } = order
  if (number !== null)
    return await saveByStaff(deps, unit, order, { changeType: ChangeType.revokeFutureAch, number })
  const loaded = await lockedLoan(deps, unit, order.loanNo)
  if (!loaded.ok) return loaded
  const stopped = stoppableChange(loaded.value)
  const isOpen = debitsToStop(loaded.value).some(({ installmentNo }) => installmentNo === null)
  if (stopped === undefined || !isOpen) return refuse('changeTooLate')
  const { change } = stopped
  await stopChange(deps, unit, loaded.value, { change, actor: order.actor })
  await auditStop(unit, loaded.value.loan, change.changeNo, order)
  return ok({ loanNo: change.loanNo, changeNo: change.changeNo })
}

/**
 * Ends the authorization of future debits as the borrower asked (104). One employee alone, at once; the borrower is
 * notified. Errors: `loanNotFound`, `loanStatusInvalid`, `changeTypeRefused` where none is in effect. Source: domain.md
 * §10; Regulation E, 12 CFR 1005.10(c).
 */
export const revokeByStaff = async (
  deps: ModificationDeps,
  unit: UnitOfWork,
  order: StopOrder,
): Promise<Result<Stopped>> =>
  await saveByStaff(deps, unit, order, { changeType: ChangeType.revokeFutureAch })

async function saveByStaff(
  deps: ModificationDeps,
  unit: UnitOfWork,
  order: StopOrder,
  request: CustomerChangeRequest,
): Promise<Result<Stopped>> {
  const found = await lockedLoan(deps, unit, order.loanNo)
  if (!found.ok) return found
  const loaded = found.value
  const worked = await calculateStopped(unit.tx, (loan) => planChange(loan, request), loaded, unit.now)
  if (!worked.ok) return refuseChange(worked.error)
  const plan = worked.value
  const saved = await saveChange(deps, unit, {
    loaded: await stopDebit(deps, unit, { loaded, plan }, order.actor),
    plan,
    changeNo: await newServicingNo(unit, 'C'),
    request: { ...('number' in request ? { number: request.number } : {}), note: order.note },
    actor: order.actor,
    documentNo: null,
  })
  assert(saved !== undefined, 'a revocation stands beside any open change')
  await auditStop(unit, loaded.loan, saved.changeNo, order)
  await notifyChanged(deps, unit, { loaded, plan }, saved)
  return ok({ loanNo: saved.loanNo, changeNo: saved.changeNo })
}

async function lockedLoan(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loanNo: string,
): Promise<Result<LoadedLoan>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const loaded = await loadServicedLoan(deps, unit.tx, found.value, unit.now)
  return loaded === undefined ? refuse('loanStatusInvalid') : ok(loaded)
}

async function auditStop(
  unit: UnitOfWork,
  { portfolioId, loanNo: subject }: Loan,
  changeNo: string,
  { actor, note }: StopOrder,
): Promise<void> {
  const facts = { changeNo, note }
  await appendAudit(unit.tx, { portfolioId, subject, action: 'debitsStopped', actor, facts, at: unit.now })
}
