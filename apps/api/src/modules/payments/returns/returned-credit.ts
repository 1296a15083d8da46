import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { appendPosting, loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findOpenChange } from '@dolphin/database/servicing/loan-change-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import {
  listTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { creditReturnWords, type ReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { creditReturnEffect } from '@dolphin/domain/payments/debit-eligibility/return-effect'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { negate } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { addressToBorrower } from '../../borrowers/address-to-borrower.ts'
import { moveLoan, postProgress } from '../../loans/loan-moves.ts'
import { loadAccount } from '../../servicing/account-facts.ts'
import { postReturn } from '../../servicing/post-events.ts'
import { loadServicedLoan } from '../../servicing/load-serviced-loan.ts'
import { followModification } from '../../servicing/follow-modification.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { ledgerDayOf, type NamedTransaction } from './named-transaction.ts'
import { openWorkItem } from '../../work-items/work-item-service.ts'
import { afterPosting } from '../after-posting.ts'
import { openReturnForReview } from './bank-entry-items.ts'
import { accountTailOf } from './return-notices.ts'
import type { MoneyDeps } from '../../../deps.ts'

const { none, pending, onBatch, notChecked, checked, rejected } = TransactionStatus
const SENT: readonly number[] = [onBatch, notChecked, checked]
const UNFUNDABLE: readonly LoanStatus[] = [LoanStatus.pending, LoanStatus.disbursed]

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
  const isOpen = SENT.includes(transaction.status) && UNFUNDABLE.includes(loan.status)
  if (effect.loanEvent !== 'creditReturned' || !isOpen) return 'refused'
  const debits = (await listTransactions(unit.tx, loan)).filter(({ type }) => type === TransactionType.debit)
  if (debits.some(({ status }) => status === pending || SENT.includes(status))) return 'refused'
  await failOpenChange(deps, unit, loan, actor)
  await dropPlanned(unit, debits, actor)
  await rejectTransaction(unit, transaction, { code, returnedOn, actor })
  await reversePostings(unit, loan, transaction, ledgerDayOf(named))
  const moved = await moveLoan(deps, unit, loan, {
    event: 'creditReturned',
    cause: `credit ${transaction.transactionNo} returned ${code}`,
    actor,
    patch: { effectiveDate: null },
  })
  assert(moved.ok, 'a loan whose credit is under way can be unfunded')
  await auditCredit(unit, transaction, 'creditReturned', { code, actor, forReview: effect.review })
  if (effect.review) await openReturnForReview(deps, unit, transaction, { code, actor })
  await notifyReturnedCredit(deps, unit, moved.value, transaction, code)
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

async function failOpenChange(deps: MoneyDeps, unit: UnitOfWork, loan: Loan, actor: string): Promise<void> {
  const change = await findOpenChange(unit.tx, loan)
  const loaded = change && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  if (change !== undefined && loaded !== undefined) {
    await followModification(deps, unit, loaded, { change, event: 'undone', actor })
  }
}

async function dropPlanned(
  unit: UnitOfWork,
  debits: readonly MoneyTransaction[],
  actor: string,
): Promise<void> {
  const reason = { cause: 'the amount paid out came back', actor, at: unit.now }
  for (const debit of debits.filter(({ status }) => status === none)) {
    await moveTransaction(unit.tx, debit, { from: none, to: rejected }, reason)
  }
}

/** One posting that is the mirror of all that was booked: every account is zero again, and nothing is rewritten. */
async function reversePostings(
  unit: UnitOfWork,
  loan: Loan,
  { transactionNo }: MoneyTransaction,
  effectiveDate: CameBack['returnedOn'],
): Promise<void> {
  const { portfolioId, loanNo } = loan
  const balances = await loanBalances(unit.tx, loan)
  const entries = [...balances].flatMap(([account, balance]) =>
    balance === 0n ? [] : [{ account, amount: negate(balance) }],
  )
  if (entries.length === 0) return
  const kind = PostingKind.reversal
  const cause = `${kind}/${transactionNo}`
  const posting = { portfolioId, loanNo, kind, cause, effectiveDate, bookedAt: unit.now, entries }
  const booked = await appendPosting(unit.tx, posting)
  assert(booked !== undefined, 'a credit comes back once')
}

async function notifyReturnedCredit(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { transactionNo, amount }: MoneyTransaction,
  code: ReturnCode,
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
  if (creditReturnEffect(code).loanEvent === null || !SENT.includes(transaction.status)) return 'refused'
  await rejectTransaction(unit, transaction, { code, returnedOn, actor })
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'money was sent back out of a funded loan')
  const { transactionNo: id } = transaction
  await postReturn(unit, loan, facts, { id, effectiveDate: ledgerDayOf(named) }, PostingKind.refundSent)
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
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'bankRepairNeeded',
    dedupKey: `bankRepairNeeded/${id}`,
    values: {
      ...values,
      accountTail: await accountTailOf(unit, loan, transaction.accountKey),
      reason: creditReturnWords(code),
    },
  })
  await afterPosting(deps, unit, loan, actor)
  const after = await findLoan(unit.tx, loan)
  if (after !== undefined) await postProgress(deps, unit, after)
  return 'applied'
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
