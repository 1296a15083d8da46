import { listWaitingApprovals } from '@dolphin/database/approvals/approval-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { listManualPostings } from '@dolphin/database/servicing/manual-posting-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import type { PostingOrder } from '../servicing/posting-order.ts'

/**
 * Locks the loan of an order, and the one that a receipt moves to; always in the order of their numbers, so that two
 * orders never wait for each other. Answers the first. A right loan that does not exist is the judge's to refuse.
 */
export async function lockPostingLoans(
  executor: Executor,
  loanNo: string,
  { rightLoanNo }: Pick<PostingOrder, 'rightLoanNo'>,
): Promise<Result<Loan>> {
  if (rightLoanNo !== null && rightLoanNo < loanNo) await lockAnyLoan(executor, rightLoanNo)
  const found = await lockAnyLoan(executor, loanNo)
  if (rightLoanNo !== null && rightLoanNo > loanNo) await lockAnyLoan(executor, rightLoanNo)
  return found
}

/**
 * Refuses a second order about a receipt while one waits for a colleague and either of them reverses it. Source:
 * docs/decisions/postings-by-hand.md.
 */
export async function waitsForReceipt(
  { cipher }: Pick<Deps, 'cipher'>,
  { tx, now }: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  { kind, transactionNo }: PostingOrder,
): Promise<Result<never> | undefined> {
  if (transactionNo === null) return undefined
  const entered = (await listManualPostings(tx, { portfolioId, loanNo })).filter(
    (one) =>
      one.state === 'entered' &&
      one.transactionNo === transactionNo &&
      (kind === 'reverseReceipt' || one.kind === 'reverseReceipt'),
  )
  if (entered.length === 0) return undefined
  const waiting = await listWaitingApprovals(tx, cipher, { loanNo, kind: 'posting', now })
  const isWaiting = waiting.some((approval) =>
    entered.some(({ postingNo }) => approval.entered.includes(`"${postingNo}"`)),
  )
  return isWaiting ? refuse('changeTypeRefused', { message: WAITS }) : undefined
}

const WAITS = 'A colleague’s approval about this receipt waits: confirm or decline it first.'
