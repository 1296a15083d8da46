import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { cents, type Cents } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import {
  isOurMistake,
  type ReceiptReversalReason,
  receiptReversalObstacle,
} from '@dolphin/domain/payments/receipt-reversal'
import type { AccountState } from '@dolphin/domain/servicing/loan-account'
import { dateIn } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { postProgress } from '../loans/loan-moves.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { announceChanged } from '../servicing/announce-debits.ts'
import { followReceipt } from '../servicing/close-changes.ts'
import { moveCoveredPayments } from '../servicing/covered-payments.ts'
import { followEnlarged } from '../servicing/move-missed.ts'
import { postReturn } from '../servicing/post-events.ts'
import { afterPosting } from './after-posting.ts'
import { dropSettlement, dropRefundsOf, reopenAfterReversal } from './after-reversed-receipt.ts'
import { postReceipt, type ReceivedMoney } from './post-debt.ts'
import {
  type PostingCase,
  type PostingJudge,
  type PostingRun,
  transactionOf,
  wrongField,
} from './posting-work.ts'
import { closeReceiptToCheck } from './receipts-to-check.ts'
import { notifyReceiptReversed } from './reversed-receipt-notice.ts'
import { followPaidChanges, restartAfterReversal } from './schedule-after-reversal.ts'
import { waiveWrongDays } from './waive-wrong-days.ts'

/** A receipt that is taken back, and what is posted in its place. */
export interface ReceiptReversal {
  readonly receipt: MoneyTransaction
  readonly reason: ReceiptReversalReason
  /** What came really, where the amount was wrong. */
  readonly rightAmount: Cents | null
  /** The loan that it belongs to, where that is another one of the same lender. */
  readonly right: Loan | null
}

/**
 * Money posted by hand that bounced, was charged back, or was posted on the wrong loan or with the wrong amount. Refused:
 * anything that is no receipt that counts, and what does not fit the reason. Source: domain.md §14, "a receipt by hand
 * was wrong"; docs/decisions/postings-by-hand.md.
 */
export const judgeReceiptReversal: PostingJudge = async (one, unit) => {
  const { order } = one
  const receipt = transactionOf(one)
  if (receipt === undefined) return wrongField('transactionNo', 'Name a receipt of this loan.')
  const obstacle = receiptReversalObstacle(receipt)
  if (obstacle !== undefined) return refuse('changeTypeRefused', { message: obstacle })
  const reason = order.reversalReason
  if (reason === null) return wrongField('reversalReason', 'Say why it is reversed.')
  const rightAmount = order.amount
  if (rightAmount !== null && reason !== 'wrongAmount')
    return wrongField('amount', 'Enter an amount only where the amount was wrong.')
  if (rightAmount !== null && (rightAmount <= 0n || rightAmount === receipt.amount))
    return wrongField('amount', 'Enter the amount that came, other than the one posted.')
  const right = await rightLoanOf(one, unit, receipt)
  if (!right.ok) return right
  return ok((run) => reverse(one, run, { receipt, reason, rightAmount, right: right.value }))
}

/** The loan that a receipt moves to; null where none is named. */
async function rightLoanOf(
  { deps, loan, order }: PostingCase,
  unit: PostingRun['unit'],
  receipt: MoneyTransaction,
): Promise<Result<Loan | null>> {
  const { rightLoanNo, reversalReason } = order
  if (rightLoanNo === null) return ok(null)
  const wrong = (message: string) => wrongField('rightLoanNo', message)
  if (reversalReason !== 'wrongLoan') return wrong('Name a loan only where the receipt was on the wrong one.')
  if (rightLoanNo === loan.loanNo) return wrong('Name another loan: the receipt is on this one.')
  const found = await findAnyLoan(unit.tx, rightLoanNo)
  if (!found.ok || found.value.portfolioId !== loan.portfolioId)
    return wrong('No loan of this portfolio has this number.')
  const facts = await loadAccount(deps, unit.tx, found.value)
  if (facts === undefined) return wrong('This loan is not funded: there is no debt.')
  const receivedOn = receipt.settledOn ?? receipt.effectiveDate
  return receivedOn < facts.terms.effectiveDate
    ? wrong('The money came before this loan was funded.')
    : ok(found.value)
}

const owedOf = ({ principal, unpaidInterest, fees }: AccountState): Cents =>
  cents(principal + unpaidInterest + fees)

async function reverse(one: PostingCase, run: PostingRun, reversal: ReceiptReversal) {
  const { deps, loan, loaded } = one
  const { unit, actor } = run
  const { receipt, reason, right } = reversal
  const { today, hours } = loaded.serviced
  const postedOn = dateIn(receipt.createdAt, hours.timeZone)
  const wasPaid = owedOf(loaded.account.state) === 0n
  await takeBack(one, run, receipt)
  const paidInstead = await postRightAmount(one, run, reversal)
  const givenUp = isOurMistake(reason)
    ? await waiveWrongDays(deps, unit, loan, { receipt, span: { from: postedOn, to: today }, actor })
    : undefined
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'a loan whose receipt was posted is funded')
  const owed = owedOf(facts.account.state)
  const isReopened = owed > 0n && (await reopenAfterReversal(deps, unit, loan, { receipt, reason, actor }))
  await followPaidChanges(deps, unit, loan, { receipt, actor, why: 'receiptReversed' })
  if (wasPaid || isOurMistake(reason))
    await restartAfterReversal(deps, unit, loan, { since: postedOn, until: wasPaid ? undefined : today })
  await moveCoveredPayments(deps, unit, loan)
  if (paidInstead !== undefined) await followReceipt(deps, unit, loan, { receiptNo: paidInstead, actor })
  // Before the notice, which says what comes next.
  await followEnlarged(deps, unit, loan)
  const movedTo = right === null ? null : await moveToRightLoan(one, run, right, receipt)
  await notifyReceiptReversed(deps, unit, loan, {
    ...reversal,
    right: movedTo,
    postedOn,
    today,
    isReopened,
    givenUp,
    isWrittenOff: facts.account.state.writtenOff > 0n,
  })
  await afterPosting(deps, unit, loan, actor)
  const after = await findLoan(unit.tx, loan)
  assert(after !== undefined, 'a loan is never deleted')
  await postProgress(deps, unit, after)
  return ok(receipt.transactionNo)
}

/** The receipt counts no more; the ledger says what it would say had it never been. */
async function takeBack(
  { deps, loan, loaded }: PostingCase,
  { unit, posting, actor }: PostingRun,
  receipt: MoneyTransaction,
): Promise<void> {
  const { today } = loaded.serviced
  const moved = await moveTransaction(
    unit.tx,
    receipt,
    { from: receipt.status, to: TransactionStatus.rejected, returnedOn: today },
    { cause: `receipt reversed, posting ${posting.postingNo}`, actor, at: unit.now },
  )
  assert(moved, 'the lock on the loan keeps others from moving its receipt')
  await dropRefundsOf(unit, loaded.transactions, receipt, actor)
  await dropSettlement(unit, loan, loaded, receipt)
  await closeReceiptToCheck(unit, receipt, actor)
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'a loan whose receipt was posted is funded')
  const booked = PostingKind.paymentReceived
  await postReturn(unit, loan, facts, { id: receipt.transactionNo, effectiveDate: today, booked })
}

const moneyOf = ({ amount, mode, settledOn, effectiveDate, status }: MoneyTransaction): ReceivedMoney => ({
  amount,
  mode,
  effectiveDate: settledOn ?? effectiveDate,
  isChecked: status === TransactionStatus.checked,
})

async function postRightAmount(
  { deps, loan }: PostingCase,
  run: PostingRun,
  { receipt, rightAmount }: ReceiptReversal,
): Promise<string | undefined> {
  if (rightAmount === null) return undefined
  return await postReceipt(deps, loan, run, { ...moneyOf(receipt), amount: rightAmount })
}

/** Posts the receipt on the loan that it belongs to, from the day received; answers that loan. */
async function moveToRightLoan(
  { deps }: PostingCase,
  run: PostingRun,
  right: Loan,
  receipt: MoneyTransaction,
): Promise<Loan> {
  const { unit, actor } = run
  const receiptNo = await postReceipt(deps, right, run, moneyOf(receipt))
  await followReceipt(deps, unit, right, { receiptNo, actor })
  await afterPosting(deps, unit, right, actor)
  await announceChanged(deps, unit, right)
  return right
}
