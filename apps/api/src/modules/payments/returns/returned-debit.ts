import { insertAccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { revokeDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { listLoanAccounts } from '@dolphin/database/servicing/loan-account-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { assert } from '@dolphin/domain/assert'
import { type ReturnCode, returnRule } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import {
  debitReturnEffect,
  onDeadToken,
  type ReturnEffect,
} from '@dolphin/domain/payments/debit-eligibility/return-effect'
import { LoanStatus, RUNNING_STATUSES } from '@dolphin/domain/loans/codes'
import { TransactionPurpose, TransactionStatus, SENT_STATUSES } from '@dolphin/domain/payments/codes'
import { cents, type Cents, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { moveLoan, postProgress } from '../../loans/loan-moves.ts'
import { loadAccount } from '../../servicing/account-facts.ts'
import { followDeadToken } from '../../servicing/ask-for-new-link.ts'
import { postEvent, postReturn } from '../../servicing/post-events.ts'
import { isCovered, moveCoveredPayments } from '../../servicing/covered-payments.ts'
import { followDebit, settledLate } from '../../servicing/close-changes.ts'
import { followEnlarged } from '../../servicing/move-missed.ts'
import { newServicingNo } from '../../servicing/servicing-number.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { afterPosting } from '../after-posting.ts'
import { openReturnForReview } from './bank-entry-items.ts'
import { ledgerDayOf, type NamedTransaction } from './named-transaction.ts'
import { isSameAccount } from './notice-of-change.ts'
import { originOf, planAgain } from './represent.ts'
import { notifyReturned } from './return-notices.ts'
import { followReversalOf } from './returned-reversal.ts'
import type { MoneyDeps } from '../../../deps.ts'

const { rejected } = TransactionStatus
/** A number that no installment has. */
const OUTSIDE_SCHEDULE = 0

/**
 * A debit that came back: the transaction is refused, the ledger says what it would say had it never been, and the loan,
 * its fee, its permission, its open change and the next attempt follow the reaction table. The caller holds the loan's
 * lock. Refused: the code is none of a debit's, or the debit is not with the bank. Source: domain.md §9;
 * ach.md §2.
 */
export async function applyReturnedDebit(
  deps: MoneyDeps,
  unit: UnitOfWork,
  named: NamedTransaction,
  code: ReturnCode,
): Promise<'applied' | 'refused'> {
  const { transaction, context } = named
  const { today: returnedOn, actor } = context
  if (!returnRule(code).undoesPayment || !SENT_STATUSES.includes(transaction.status)) return 'refused'
  const move = { from: transaction.status, to: rejected, returnCode: code, returnedOn }
  const moved = await moveTransaction(unit.tx, transaction, move, {
    cause: `returned ${code}`,
    actor,
    at: unit.now,
  })
  assert(moved, 'the lock on the loan keeps others from moving its debit')
  const debit: MoneyTransaction = { ...transaction, ...move, status: rejected, updatedAt: unit.now }
  const { owed, isWrittenOff } = await postWithout(deps, unit, named, debit)
  const isReopened = owed > 0n && (await reopen(deps, unit, named.loan, { debit, code, actor }))
  const isHelped = await isCovered(unit.tx, named.loan, debit.installmentNumber)
  const isSpared = isHelped || isWrittenOff
  const { fee, effect: full } = await chargeFee(deps, unit, named.loan, { debit, code, actor, isSpared })
  const isCurrent = isSameAccount(await listLoanAccounts(unit.tx, named.loan), debit)
  const returned = { code, transaction, actor }
  const deadToken = isCurrent ? await followDeadToken(deps, unit, named.loan, returned) : undefined
  const current = deadToken === 'inUse' ? onDeadToken(full) : full
  const effect = isCurrent && deadToken !== 'replaced' ? current : onFormerAccount(full)
  await endAuthorization(unit, named.loan, code)
  const failedChange = await followDebit(deps, unit, debit, { event: 'returned', actor })
  const loan = await suspend(deps, unit, named.loan, { effect, code, actor })
  const days = await moveCoveredPayments(deps, unit, loan)
  const isOnce = failedChange || isHelped
  const again = await planAgain(deps, unit, loan, { debit, code, actor, isOnce })
  await auditReturn(unit, debit, { code, actor, effect, isReopened })
  if (effect.review || isWrittenOff) await openReturnForReview(deps, unit, debit, { code, actor })
  const movesTo = days.get(debit.installmentNumber ?? OUTSIDE_SCHEDULE)
  const told = { debit, code, fee, effect, isReopened, isWrittenOff, failedChange, again, movesTo }
  await notifyReturned(deps, unit, loan, told)
  await followEnlarged(deps, unit, loan)
  await followReversalOf(deps, unit, debit, actor)
  await afterPosting(deps, unit, loan, actor)
  await postProgress(deps, unit, loan)
  return 'applied'
}

/** An account that the loan has left, or a token that was replaced, needs no repair, and nothing has to rest for it. */
const onFormerAccount = (effect: ReturnEffect): ReturnEffect => ({
  ...effect,
  repair: false,
  loanEvent: effect.loanEvent === 'suspendedHardReturn' ? null : effect.loanEvent,
  notices: effect.notices.filter((notice) => notice !== 'bankRepair'),
})

/**
 * Books the return; answers what is owed now, and whether the rest of the loan was written off: that takes what came
 * back with it, until a person decides otherwise. A debit on an unfunded loan (a rescission) leaves nothing to book.
 */
async function postWithout(
  deps: MoneyDeps,
  unit: UnitOfWork,
  named: NamedTransaction,
  { transactionNo: id, purpose }: MoneyTransaction,
): Promise<{ readonly owed: Cents; readonly isWrittenOff: boolean }> {
  const { loan } = named
  const facts = await loadAccount(deps, unit.tx, loan)
  if (facts === undefined) return { owed: ZERO_CENTS, isWrittenOff: false }
  const booked =
    purpose === TransactionPurpose.rescission ? PostingKind.cancelled : PostingKind.paymentReceived
  await postReturn(unit, loan, facts, { id, effectiveDate: ledgerDayOf(named), booked })
  const { principal, unpaidInterest, fees, writtenOff } = facts.account.state
  return { owed: cents(principal + unpaidInterest + fees), isWrittenOff: writtenOff > 0n }
}

interface Reaction {
  readonly debit: MoneyTransaction
  readonly code: ReturnCode
  readonly actor: string
}

/** 206 → 203: something is owed again, of a canceled loan what was paid out. Source: domain.md §2. */
async function reopen(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { debit, code, actor }: Reaction,
): Promise<boolean> {
  if (loan.status !== LoanStatus.terminated) return false
  const cause = `debit ${debit.transactionNo} returned ${code} after the loan had ended`
  const moved = await moveLoan(deps, unit, loan, { event: 'lateReturn', cause, actor })
  return moved.ok
}

/** What was presented first of the payment: a payment of what is due that came back is one of the installment it pays. */
function firstOfPayment(all: readonly MoneyTransaction[], debit: MoneyTransaction): MoneyTransaction {
  const { installmentNumber, purpose } = debit
  const missed =
    purpose === TransactionPurpose.payNow && installmentNumber !== null
      ? all.find(
          (one) =>
            one.purpose === TransactionPurpose.installment && one.installmentNumber === installmentNumber,
        )
      : undefined
  return missed ?? originOf(all, debit)
}

/** The agreement's fee for a returned payment, once for a payment however often it is tried. */
async function chargeFee(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { debit, code, actor, isSpared }: Reaction & { readonly isSpared: boolean },
): Promise<{ readonly fee: Cents; readonly effect: ReturnEffect }> {
  const facts = await loadAccount(deps, unit.tx, loan)
  const amount = facts?.product.returnedPaymentFee ?? ZERO_CENTS
  const wanted = debitReturnEffect(code, false)
  // Sent late by our own doing, covered by help, or of a loan that was written off, it has no fee (domain.md §14).
  const isFree =
    !wanted.chargesFee ||
    amount === 0n ||
    isSpared ||
    legalEffects(loan.legalFacts).stopsFees ||
    (await settledLate(unit, debit))
  if (facts === undefined || isFree) return { fee: ZERO_CENTS, effect: wanted }
  const { portfolioId, customerKey, loanNo } = loan
  const { returnedOn } = debit
  assert(returnedOn !== null, 'a returned debit has its day')
  const entryNo = await newServicingNo(unit, 'E')
  const isNew = await insertAccountEntry(unit.tx, {
    portfolioId,
    customerKey,
    loanNo,
    entryNo,
    kind: 'fee',
    amount,
    effectiveDate: returnedOn,
    cause: `return of ${firstOfPayment(facts.transactions, debit).transactionNo}`,
    transactionNo: debit.transactionNo,
    actor,
    createdAt: unit.now,
  })
  if (!isNew) return { fee: ZERO_CENTS, effect: debitReturnEffect(code, true) }
  const charged = await loadAccount(deps, unit.tx, loan)
  assert(charged !== undefined, 'the loan is funded')
  const event = { kind: PostingKind.feeCharged, id: entryNo, effectiveDate: returnedOn }
  await postEvent(unit, loan, charged, event)
  return { fee: amount, effect: wanted }
}

/** What the borrower told the bank about the permission holds for all of it. Source: 12 CFR 1005.10(b). */
export async function endAuthorization(unit: UnitOfWork, loan: Loan, code: ReturnCode): Promise<void> {
  const { reaction, stops } = returnRule(code)
  if (reaction !== 'newAuthorization' || stops !== 'authorization') return
  await revokeDebitAuthorizations(unit.tx, loan, { by: 'bank', reason: code, at: unit.now })
}

/** Suspends a running loan where the table says so; answers the loan as it is then. */
async function suspend(
  deps: MoneyDeps,
  unit: UnitOfWork,
  key: Loan,
  {
    effect,
    code,
    actor,
  }: { readonly effect: ReturnEffect; readonly code: ReturnCode; readonly actor: string },
): Promise<Loan> {
  const loan = await findLoan(unit.tx, key)
  assert(loan !== undefined, 'a loan is never deleted')
  if (effect.loanEvent === null || !RUNNING_STATUSES.includes(loan.status)) return loan
  const cause = `${code}: ${returnRule(code).meaning}`
  const moved = await moveLoan(deps, unit, loan, { event: effect.loanEvent, cause, actor })
  assert(moved.ok, 'a running loan can be suspended')
  return moved.value
}

async function auditReturn(
  unit: UnitOfWork,
  { portfolioId, loanNo, transactionNo }: MoneyTransaction,
  {
    code,
    actor,
    effect,
    isReopened,
  }: Omit<Reaction, 'debit'> & { readonly effect: ReturnEffect; readonly isReopened: boolean },
): Promise<void> {
  const facts = { transactionNo, code, forReview: effect.review, reopened: isReopened }
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'debitReturned',
    actor,
    facts,
    at: unit.now,
  })
}
