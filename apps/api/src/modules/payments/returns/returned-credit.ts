import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { creditReturnWords, type ReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { creditReturnEffect } from '@dolphin/domain/payments/debit-eligibility/return-effect'
import { TransactionStatus, SENT_STATUSES } from '@dolphin/domain/payments/codes'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { addressToBorrower } from '../../borrowers/address-to-borrower.ts'
import { postProgress } from '../../loans/loan-moves.ts'
import { loadAccount } from '../../servicing/account-facts.ts'
import { followDeadToken } from '../../servicing/ask-for-new-link.ts'
import { postReturn } from '../../servicing/post-events.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { ledgerDayOf, type NamedTransaction } from './named-transaction.ts'
import { openWorkItem } from '../../work-items/work-item-service.ts'
import { afterPosting } from '../after-posting.ts'
import { unfundLoan } from '../unfund-loan.ts'
import { openReturnForReview } from './bank-entry-items.ts'
import { accountTailOf } from './return-notices.ts'
import { followReversalOf } from './returned-reversal.ts'
import type { MoneyDeps } from '../../../deps.ts'

const { rejected } = TransactionStatus

/**
 * The amount paid out came back: the loan is 104 again as if it had never been sent, nothing is owed and no interest
 * has run, and the borrower is asked for another account. The caller holds the loan's lock. Refused where money has
 * come in since, or the loan is past being unfunded: a person settles that. Source: domain.md §2; ach.md §2,
 * R23.
 */
export async function applyReturnedCredit(
  deps: MoneyDeps,
  unit: UnitOfWork,
  named: NamedTransaction,
  code: ReturnCode,
): Promise<'applied' | 'refused'> {
  const { loan, transaction, context } = named
  const { actor, today: returnedOn } = context
  const effect = creditReturnEffect(code)
  if (effect.loanEvent !== 'creditReturned') return 'refused'
  const cause = `credit ${transaction.transactionNo} returned ${code}`
  const back = { cause, returnCode: code, returnedOn, bookedOn: ledgerDayOf(named), actor }
  const unfunded = await unfundLoan(deps, unit, { loan, transaction }, back)
  if (unfunded === undefined) return 'refused'
  await auditCredit(unit, transaction, 'creditReturned', { code, actor, forReview: effect.review })
  if (effect.review) await openReturnForReview(deps, unit, transaction, { code, actor })
  await followDeadToken(deps, unit, unfunded, { code, transaction, actor })
  await notifyReturnedCredit(deps, unit, unfunded, { transaction, code })
  await followReversalOf(deps, unit, transaction, actor)
  return 'applied'
}

interface CameBack {
  readonly code: ReturnCode
  readonly returnedOn: NonNullable<MoneyTransaction['returnedOn']>
  readonly actor: string
}

async function rejectTransaction(
  unit: UnitOfWork,
  transaction: MoneyTransaction,
  { code, returnedOn, actor }: CameBack,
): Promise<void> {
  const move = { from: transaction.status, to: rejected, returnCode: code, returnedOn }
  const reason = { cause: `returned ${code}`, actor, at: unit.now }
  const moved = await moveTransaction(unit.tx, transaction, move, reason)
  assert(moved, 'the lock on the loan keeps others from moving its transactions')
}

/** Money paid out that came back, and why. */
interface ReturnedCredit {
  readonly transaction: MoneyTransaction
  readonly code: ReturnCode
}

async function notifyReturnedCredit(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { transaction: { transactionNo, amount }, code }: ReturnedCredit,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  const reason = creditReturnWords(code)
  await deps.notices.send(unit, {
    ...to,
    kind: 'disbursementReturned',
    dedupKey: `disbursementReturned/${transactionNo}`,
    values: { ...values, amount: formatCurrency(amount), reason },
  })
}

/**
 * Money sent back to the borrower came back to us: it is owed to them again, and goes out anew once they have given
 * another account. The caller holds the loan's lock. Source: domain.md §10, changes 301 to 306.
 */
export async function applyReturnedRefund(
  deps: MoneyDeps,
  unit: UnitOfWork,
  named: NamedTransaction,
  code: ReturnCode,
): Promise<'applied' | 'refused'> {
  const { loan, transaction, context } = named
  const { actor, today: returnedOn } = context
  if (creditReturnEffect(code).loanEvent === null || !SENT_STATUSES.includes(transaction.status))
    return 'refused'
  await rejectTransaction(unit, transaction, { code, returnedOn, actor })
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'money was sent back out of a funded loan')
  const { transactionNo: id } = transaction
  await postReturn(unit, loan, facts, {
    id,
    effectiveDate: ledgerDayOf(named),
    booked: PostingKind.refundSent,
  })
  await auditCredit(unit, transaction, 'refundReturned', { code, actor, forReview: false })
  await openWorkItem(deps, unit, {
    portfolioId: loan.portfolioId,
    kind: 'failedRefund',
    subject: `transaction/${id}`,
    loanNo: loan.loanNo,
    reason: `refund ${id} of ${formatCurrency(transaction.amount)} came back: ${code}`,
    facts: { transactionNo: id, code },
    actor,
  })
  if ((await followDeadToken(deps, unit, loan, { code, transaction, actor })) === undefined)
    await askForAccount(deps, unit, loan, { transaction, code })
  await afterPosting(deps, unit, loan, actor)
  const after = await findLoan(unit.tx, loan)
  if (after !== undefined) await postProgress(deps, unit, after)
  return 'applied'
}

async function askForAccount(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { transaction: { transactionNo, accountKey }, code }: ReturnedCredit,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'bankRepairNeeded',
    dedupKey: `bankRepairNeeded/${transactionNo}`,
    values: {
      ...values,
      accountTail: await accountTailOf(unit, loan, accountKey),
      reason: creditReturnWords(code),
    },
  })
}

async function auditCredit(
  unit: UnitOfWork,
  { portfolioId, loanNo, transactionNo }: MoneyTransaction,
  action: 'creditReturned' | 'refundReturned',
  {
    code,
    actor,
    forReview,
  }: { readonly code: ReturnCode; readonly actor: string; readonly forReview: boolean },
): Promise<void> {
  const facts = { transactionNo, code, forReview }
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, facts, at: unit.now })
}
