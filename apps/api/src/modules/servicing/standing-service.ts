import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { loanPlace } from '@dolphin/domain/loans/loan-life'
import { type CollectingSubStatus, LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { ok } from '@dolphin/domain/outcome'
import { COLLECTS, type SuspendReason, SUSPENDS } from '@dolphin/domain/servicing/acts/status-moves'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { dateIn } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import { actFault } from './act-facts.ts'
import { markPaidOffIfDone } from './paid-off.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { postReversal } from './post-events.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Enterer } from '../approvals/enter-approval.ts'
import { type EnteredPosting, enterWriteOff } from './enter-posting.ts'
import { findAnyLoan, lockAnyLoan } from '../loans/any-loan.ts'
import { causeOf, type ReviewOrder } from '../loans/review-order.ts'
import { notifyCollecting, notifyPaused, notifyResumed } from './delinquency-notices.ts'
import { endWaitingAmendment } from './follow-amendment.ts'
import type { Deps } from '../../deps.ts'

/** An order with the place that the loan shall have. */
export type DelinquencyOrder<To> = ReviewOrder & { readonly subStatus: To }

/** A step of collecting, with who enters the write-off that it may end in. */
export type CollectionOrder = Omit<DelinquencyOrder<CollectingSubStatus>, 'actor'> & {
  readonly enterer: Enterer
}

/**
 * Suspends a running loan, so that the debit eligibility check allows no debit, or cures a suspended or collected
 * loan. The borrower is notified either time. Errors: `loanNotFound`, `loanStatusInvalid`. Source: domain.md §2.
 */
export async function suspendLoan(
  deps: Deps,
  unit: UnitOfWork,
  { loanNo, note, actor, subStatus }: DelinquencyOrder<SuspendReason | null>,
): Promise<Result<Loan>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const loan = found.value
  const fault = await actFault(deps, unit, loan, subStatus === null ? 'cure' : 'suspend')
  if (fault !== undefined) return fault
  const event = subStatus === null ? 'cured' : SUSPENDS[subStatus]
  const cause = causeOf(subStatus === null ? 'cured' : `suspended, ${subStatus}`, note)
  const moved = await moveLoan(deps, unit, loan, { event, cause, actor })
  if (!moved.ok) return moved
  await auditDelinquency(
    unit,
    { before: loan, after: moved.value },
    subStatus === null ? 'loanCured' : 'loanSuspended',
    actor,
  )
  if (subStatus === null) await notifyResumed(deps, unit, moved.value)
  else await notifyPaused(deps, unit, moved.value)
  return moved
}

/**
 * Moves a loan along its collection: notified, then accepted, re-planned and cleared (203 at once), or rejected and
 * with a collector. `settled` enters the write-off of the rest, which a second employee confirms and which ends the
 * loan. Errors: `loanNotFound`, `loanStatusInvalid`, also for a loan with 0 days overdue. Source: domain.md §2.
 */
export async function collectLoan(
  deps: Deps,
  unit: UnitOfWork,
  { loanNo, note, enterer, subStatus }: CollectionOrder,
): Promise<Result<{ readonly loan: Loan; readonly writeOff: EnteredPosting | null }>> {
  const actor = enterer.by
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const loan = found.value
  const fault = await actFault(deps, unit, loan, 'collect')
  if (fault !== undefined) return fault
  const event = COLLECTS[subStatus]
  const cause = causeOf(`collecting, ${subStatus}`, note)
  const before = subStatus === 'cleared' ? ({ before: 'arrearsCleared' } as const) : {}
  const moved = await moveLoan(deps, unit, loan, { event, cause, actor, ...before })
  if (!moved.ok) return moved
  await auditDelinquency(unit, { before: loan, after: moved.value }, 'loanCollected', actor)
  if (subStatus === 'notified') {
    await endWaitingAmendment(deps, unit, moved.value, { event: 'collected', actor })
    await notifyCollecting(deps, unit, moved.value)
  }
  if (subStatus === 'cleared') await notifyResumed(deps, unit, moved.value)
  const reason = { note, enterer, enteredUnder: 'loan.collect' } as const
  const writeOff = subStatus === 'settled' ? await enterWriteOff(deps, unit, moved.value, reason) : null
  return ok({ loan: moved.value, writeOff })
}

/**
 * Ends a loan. `voided`: the bank has taken its credit off the file before it settled, so it is undone in the books.
 * `paidOff`: nothing is owed and every debit is checked. Errors: `loanNotFound`, `loanStatusInvalid`.
 */
export async function terminateLoan(
  deps: Deps,
  unit: UnitOfWork,
  { loanNo, note, actor, subStatus }: DelinquencyOrder<'voided' | 'paidOff'>,
): Promise<Result<Loan>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const loan = found.value
  const fault = await actFault(deps, unit, loan, subStatus === 'voided' ? 'voidLoan' : 'endPaid')
  if (fault !== undefined) return fault
  const ended =
    subStatus === 'voided'
      ? await voidLoan(deps, unit, loan, { cause: causeOf('voided', note), actor })
      : await endPaid(deps, unit, loan)
  if (ended.ok) await auditDelinquency(unit, { before: loan, after: ended.value }, 'loanTerminated', actor)
  return ended
}

async function endPaid(deps: Deps, unit: UnitOfWork, loan: Loan): Promise<Result<Loan>> {
  if (!(await markPaidOffIfDone(deps, unit, loan))) return refuse('loanStatusInvalid')
  return await findAnyLoan(unit.tx, loan.loanNo)
}

const { onBatch, rejected } = TransactionStatus

interface LoanEvent {
  readonly cause: string
  readonly actor: string
}

async function voidLoan(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  { cause, actor }: LoanEvent,
): Promise<Result<Loan>> {
  const all = await listTransactions(unit.tx, loan)
  const credit = all.find(({ type, status }) => type === TransactionType.credit && status === onBatch)
  if (loan.status !== LoanStatus.pending || credit === undefined) return refuse('loanStatusInvalid')
  const reason = { cause, actor, at: unit.now }
  const dropped = await moveTransaction(unit.tx, credit, { from: onBatch, to: rejected }, reason)
  assert(dropped, 'the lock on the loan keeps others from moving its credit')
  const zone = deps.portfolios.byId(loan.portfolioId)?.portfolio.timeZone
  assert(zone !== undefined, 'a loan has a portfolio')
  await postReversal(unit, loan, {
    kind: PostingKind.reversal,
    id: credit.transactionNo,
    effectiveDate: dateIn(unit.now, zone),
  })
  return await moveLoan(deps, unit, loan, { event: 'voided', cause, actor })
}

interface LoanMove {
  readonly before: Loan
  readonly after: Loan
}

async function auditDelinquency(
  unit: UnitOfWork,
  { before, after }: LoanMove,
  action: string,
  actor: string,
): Promise<void> {
  const { portfolioId, loanNo: subject } = before
  const facts = { from: loanPlace(before), to: loanPlace(after) }
  await appendAudit(unit.tx, { portfolioId, subject, action, actor, facts, at: unit.now })
}
