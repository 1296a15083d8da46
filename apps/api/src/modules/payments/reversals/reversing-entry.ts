import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  findTransaction,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { listDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { listLoanAccounts, type LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { assert } from '@dolphin/domain/assert'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { TransactionStatus, TransactionType, SETTLED_STATUSES } from '@dolphin/domain/payments/codes'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { type DebitClass, debitClassOf } from '@dolphin/domain/payments/standard-entry-class'
import { ReservedDescription } from '@dolphin/nacha/entry-description'
import { reversingEntry } from '@dolphin/nacha/reversal'
import { REVERSAL_WORDS } from '@dolphin/domain/payments/reversal'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { addressToBorrower } from '../../borrowers/address-to-borrower.ts'
import { moveLoan } from '../../loans/loan-moves.ts'
import { loadAccount } from '../../servicing/account-facts.ts'
import { postEvent } from '../../servicing/post-events.ts'
import { afterPosting } from '../after-posting.ts'
import type { BatchDay, OutgoingTransaction, Traced } from '../batch-file.ts'
import { entryOnAccount } from '../outgoing-entry.ts'
import { dropReversal, openFailedReversal } from './drop-reversal.ts'
import { lateness } from './judge-reversal.ts'
import {
  LATE_STAFF_WORDS,
  LOAN_AS_UNSENT,
  NOTHING_OWED_FOR_IT,
  SENT_BY_MISTAKE,
  STILL_OWED,
  TAKEN_BY_MISTAKE,
} from './reversal-words.ts'
import type { LoanTransaction } from '../loan-transaction.ts'

/** A reversal that goes out, and the entry that it reverses. */
export interface AcceptedReversal extends OutgoingTransaction {
  readonly kind: 'reversal'
  readonly loan: Loan
  readonly transaction: MoneyTransaction
  readonly original: MoneyTransaction
  readonly accountTail: string
}

const { none, pending, onBatch } = TransactionStatus
const OF_CREDIT: DebitClass = { standardEntryClass: 'PPD', paymentType: '' }

/**
 * The reversing entry of a planned reversal, to or from the account of the entry that was wrong; or why it is dropped:
 * the entry has come back meanwhile, or a limit has passed. The caller holds the loan's lock. Source: docs/facts/ach.md §4.
 */
export async function checkReversal(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction }: LoanTransaction,
  actor: string,
): Promise<Outcome<AcceptedReversal, string>> {
  const { portfolioId, originalTransactionNo, errorFoundAt, accountKey } = transaction
  assert(originalTransactionNo !== null && errorFoundAt !== null, 'a reversal names its entry')
  const original = await findTransaction(unit.tx, { portfolioId, transactionNo: originalTransactionNo })
  assert(original !== undefined, 'a transaction is never deleted')
  const drop = async (why: string, isSettled = false) => {
    await dropReversal(unit, transaction, { why, actor })
    if (!isSettled) await openFailedReversal(deps, unit, transaction, { why, actor })
    return refused(why)
  }
  if (!SETTLED_STATUSES.includes(original.status)) return await drop('the entry came back by itself', true)
  const late = lateness(deps, original, { foundAt: errorFoundAt, now: unit.now })
  if (late !== undefined) return await drop(`the reversal is too late: ${LATE_STAFF_WORDS[late]}`)
  const account = (await listLoanAccounts(unit.tx, loan)).findLast((one) => one.accountKey === accountKey)
  if (account === undefined) return await drop('the account of the entry is not on record')
  const written = await entryFor(deps, unit, loan, { original, account })
  if (!written.ok) return await drop(written.error)
  return ok({
    ...written.value,
    kind: 'reversal',
    loan,
    transaction,
    original,
    transactionNo: transaction.transactionNo,
    customerKey: transaction.customerKey,
    loanNo: transaction.loanNo,
    accountTail: account.accountTail,
    entryDescription: ReservedDescription.reversal,
  })
}

async function entryFor(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { original, account }: { readonly original: MoneyTransaction; readonly account: LoanAccount },
): Promise<Outcome<Pick<AcceptedReversal, 'direction' | 'standardEntryClass' | 'entry'>, string>> {
  const wasDebit = original.type === TransactionType.debit
  const authorizations = await listDebitAuthorizations(unit.tx, loan)
  const given = authorizations.find(({ authorizationNo }) => authorizationNo === original.authorizationNo)
  const { standardEntryClass, paymentType } =
    wasDebit && given !== undefined ? debitClassOf(given) : OF_CREDIT
  const { loanNo, amount } = original
  const sent = { loanNo, amount, direction: wasDebit ? 'debit' : 'credit', paymentType } as const
  const entry = entryOnAccount(deps, account, sent)
  if (!entry.ok) return entry
  const direction = wasDebit ? 'credit' : 'debit'
  return ok({ direction, standardEntryClass, entry: reversingEntry(entry.value) })
}

/**
 * Puts a reversal on the file that carries it: 0 → 1 → 4. A payment that goes back counts no more from now on; money paid
 * out counts until the reversal is checked. The borrower is notified before it settles. Source: docs/facts/ach.md §4.
 */
export async function putReversalOnBatch(
  deps: MoneyDeps,
  unit: UnitOfWork,
  reversal: Traced<AcceptedReversal>,
  { day, fileNo, actor }: { readonly day: BatchDay; readonly fileNo: string; readonly actor: string },
): Promise<void> {
  const { transaction, original, loan, traceNumber } = reversal
  const { effectiveEntryDate: effectiveDate } = day
  const opened = { cause: 'cut-off window opened', actor, at: unit.now }
  const asked = await moveTransaction(
    unit.tx,
    transaction,
    { from: none, to: pending, effectiveDate },
    opened,
  )
  const reason = { cause: `put on batch ${fileNo}`, actor, at: unit.now }
  const sent = await moveTransaction(
    unit.tx,
    transaction,
    { from: pending, to: onBatch, traceNumber },
    reason,
  )
  assert(asked && sent, 'the lock on the loan keeps others from moving its reversal')
  const { portfolioId, loanNo } = loan
  const facts = { transactionNo: transaction.transactionNo, reverses: original.transactionNo, fileNo }
  const event = { portfolioId, subject: loanNo, action: 'entryReversed', actor, facts, at: unit.now }
  await appendAudit(unit.tx, event)
  if (original.type === TransactionType.debit)
    await giveBack(deps, unit, loan, { reversal, effectiveDate, actor })
  await notifyReversed(deps, unit, reversal, effectiveDate)
}

interface GivenBack {
  readonly reversal: AcceptedReversal
  readonly effectiveDate: BatchDay['effectiveEntryDate']
  readonly actor: string
}

/** The debt as if the payment had never been taken; a loan that it had paid off owes again. */
async function giveBack(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { reversal: { transaction, original }, effectiveDate, actor }: GivenBack,
): Promise<void> {
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'a payment was taken of a funded loan')
  const { transactionNo: id } = transaction
  await postEvent(unit, loan, facts, { kind: PostingKind.refundSent, id, effectiveDate })
  const { principal, unpaidInterest, fees } = facts.account.state
  if (loan.status === LoanStatus.terminated && principal + unpaidInterest + fees > 0n) {
    const cause = `payment ${original.transactionNo} was reversed after the loan had ended`
    const moved = await moveLoan(deps, unit, loan, { event: 'lateReturn', cause, actor })
    assert(moved.ok, 'a loan that has ended can owe again')
  }
  await afterPosting(deps, unit, loan, actor)
}

async function notifyReversed(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction, original, accountTail }: AcceptedReversal,
  effectiveDate: BatchDay['effectiveEntryDate'],
): Promise<void> {
  const { reversalReason, transactionNo, amount } = transaction
  assert(reversalReason !== null, 'a reversal has its reason')
  const wasDebit = original.type === TransactionType.debit
  const afterDebit = reversalReason === 'duplicate' ? NOTHING_OWED_FOR_IT : STILL_OWED
  const {
    to,
    values: { firstName, loanNo },
  } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'entryReversed',
    dedupKey: `entryReversed/${loanNo}/${transactionNo}`,
    values: {
      firstName,
      loanNo,
      amount: formatCurrency(amount),
      accountTail,
      arrivalDate: writtenDay(effectiveDate),
      whatHappened: wasDebit ? TAKEN_BY_MISTAKE : SENT_BY_MISTAKE,
      reason: REVERSAL_WORDS[reversalReason],
      consequence: wasDebit ? afterDebit : LOAN_AS_UNSENT,
    },
  })
}
