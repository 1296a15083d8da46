import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { listLoanMoves, type Loan, type LoanMove } from '@dolphin/database/loans/loan-repository'
import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { voidAccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import { CollectingSubStatus, LoanStatus, SuspendedSubStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { ReceiptReversalReason } from '@dolphin/domain/payments/receipt-reversal'
import { SUSPENDS } from '@dolphin/domain/servicing/acts/status-moves'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import type { LoanAccountFacts } from '../servicing/account-facts.ts'

const { none, pending, rejected } = TransactionStatus

/** A refund of the receipt itself (302) that was not sent yet is withdrawn: there is nothing to give back. */
export async function dropRefundsOf(
  unit: UnitOfWork,
  transactions: readonly MoneyTransaction[],
  { transactionNo: of }: MoneyTransaction,
  actor: string,
): Promise<void> {
  const reason = { cause: `receipt ${of} was reversed`, actor, at: unit.now }
  const planned = transactions.filter(
    ({ type, status, originalTransactionNo }) =>
      type === TransactionType.refund &&
      originalTransactionNo === of &&
      (status === none || status === pending),
  )
  for (const refund of planned)
    await moveTransaction(unit.tx, refund, { from: refund.status, to: rejected }, reason)
}

const isSettling = ({ toSubStatus }: LoanMove): boolean => toSubStatus === CollectingSubStatus.settled

/**
 * What was given up for less than all falls with the money that it was given up for: a write-off after the loan was
 * settled, where the receipt had come before it. Any other write-off stays, and takes what came back with it.
 */
export async function dropSettlement(
  unit: UnitOfWork,
  loan: Loan,
  { entries }: Pick<LoanAccountFacts, 'entries'>,
  receipt: MoneyTransaction,
): Promise<void> {
  const writeOff = entries.find(
    ({ kind, createdAt }) => kind === 'writeOff' && createdAt >= receipt.createdAt,
  )
  if (writeOff === undefined || !(await listLoanMoves(unit.tx, loan)).some(isSettling)) return
  await voidAccountEntry(unit.tx, loan, { cause: writeOff.cause, at: unit.now })
}

/** Why a loan lives again. */
interface Reopening {
  readonly receipt: MoneyTransaction
  readonly reason: ReceiptReversalReason
  readonly actor: string
}

/**
 * A loan that had ended, or was settled, lives again; where it was suspended before, it is suspended again for the same
 * reason. Answers whether it had ended. Source: domain.md §2, §14.
 */
export async function reopenAfterReversal(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  { receipt: { portfolioId, transactionNo }, reason, actor }: Reopening,
): Promise<boolean> {
  const before = (await listLoanMoves(unit.tx, loan)).at(-1)?.fromSubStatus
  const cause = `receipt ${transactionNo} was reversed: ${reason}`
  const moved = await moveLoan(deps, unit, loan, { event: 'receiptReversed', cause, actor })
  if (!moved.ok) return false
  const suspended = Object.values(SuspendedSubStatus).find((one) => one === before)
  if (suspended !== undefined && loan.status === LoanStatus.terminated)
    await moveLoan(deps, unit, moved.value, { event: SUSPENDS[suspended], cause, actor })
  const facts = { transactionNo, reason }
  const action = 'loanReopened'
  await appendAudit(unit.tx, { portfolioId, subject: loan.loanNo, action, actor, facts, at: unit.now })
  return true
}
