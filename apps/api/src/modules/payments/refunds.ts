import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { findLoanAccount, type LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  insertTransaction,
  type MoneyTransaction,
  moveTransaction,
  nextTransactionNo,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import {
  TransactionMode,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { StandardEntryClass } from '@dolphin/nacha/nacha-file'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { postEvent } from '../servicing/post-events.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { BatchDay, OutgoingTransaction, Traced } from './batch-file.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { entryOnAccount } from './outgoing-entry.ts'
import type { MoneyDeps } from '../../deps.ts'
import type { LoanTransaction } from './loan-transaction.ts'
import { waiveLateDays } from '../servicing/waive-late-days.ts'
import { followDuplicateRefund } from './schedule-after-reversal.ts'

/** Money back to the borrower that goes out. */
export interface AcceptedRefund extends OutgoingTransaction {
  readonly kind: 'refund'
  readonly loan: Loan
  readonly transaction: MoneyTransaction
  readonly accountTail: string
}

/** What is sent back, and why. */
export interface RefundRequest {
  readonly amount: Cents
  /** Names what asks for it ("overpaid/T000000012"); the same asks once. */
  readonly cause: string
  readonly actor: string
  readonly changeNo?: string
  /** The payment that was taken twice (302): with the refund sent, neither counts. */
  readonly originalTransactionNo?: string
}

/**
 * Plans a refund to the borrower of a locked loan, for the next batch; returns undefined if the same was requested
 * before. It is posted to the ledger when it is on a batch. The caller has checked that the refunds do not exceed
 * what was paid. Source: domain.md §10, changes 301 to 306.
 */
export async function planRefund(
  { calendar, portfolios }: Pick<MoneyDeps, 'calendar' | 'portfolios'>,
  unit: UnitOfWork,
  loan: Loan,
  { amount, cause, actor, ...about }: RefundRequest,
): Promise<string | undefined> {
  const { portfolioId, customerKey, loanNo, openId } = loan
  const data = portfolios.byId(portfolioId)
  assert(data !== undefined && openId !== null && amount > 0n, 'a refund goes to a customer')
  const transactionNo = await nextTransactionNo(unit.tx)
  const planned = await insertTransaction(
    unit.tx,
    {
      portfolioId,
      customerKey,
      transactionNo,
      loanNo,
      openId,
      amount,
      type: TransactionType.refund,
      mode: TransactionMode.ach,
      purpose: TransactionPurpose.refund,
      effectiveDate: nextEntryDate(hoursOf(data, calendar), unit.now),
      status: TransactionStatus.none,
      instructionKey: `refund/${loanNo}/${cause}`,
      installmentNumber: null,
      ...about,
    },
    { cause, actor, at: unit.now },
  )
  return planned ? transactionNo : undefined
}

/** Returns after which no money is sent to an account. Source: domain.md §10, changes 301 to 306. */
const UNUSABLE: readonly (string | null)[] = ['R02', 'R03', 'R04']

type UsedAccount = Pick<LoanAccount, 'accountKey' | 'createdAt' | 'prenoteReturnCode' | 'linkEndedAt'>

/** Whether an account came back closed or unknown since it has been the loan's, or its token is dead. */
export const isAccountUnusable = (transactions: readonly MoneyTransaction[], account: UsedAccount): boolean =>
  account.linkEndedAt !== null ||
  UNUSABLE.includes(account.prenoteReturnCode) ||
  transactions.some(
    ({ accountKey, returnCode, updatedAt }) =>
      accountKey === account.accountKey && UNUSABLE.includes(returnCode) && updatedAt >= account.createdAt,
  )

/** Whether money may be sent to an account: it can be used, and no refund to it came back. Source: domain.md §14. */
export const mayCredit = (transactions: readonly MoneyTransaction[], account: UsedAccount): boolean =>
  !isAccountUnusable(transactions, account) &&
  !transactions.some(
    ({ type, accountKey, returnCode, updatedAt }) =>
      type === TransactionType.refund &&
      accountKey === account.accountKey &&
      returnCode !== null &&
      updatedAt >= account.createdAt,
  )

/** The PPD credit of a planned refund, or the rule that keeps it here. */
export async function checkRefund(
  deps: Pick<MoneyDeps, 'cipher'>,
  unit: UnitOfWork,
  { loan, transaction }: LoanTransaction,
): Promise<Outcome<AcceptedRefund, string>> {
  const account = await findLoanAccount(unit.tx, loan)
  if (account === undefined) return refused('the loan has no account on record')
  const { customerKey, loanNo, amount, transactionNo } = transaction
  const standardEntryClass = StandardEntryClass.ppd
  const entry = entryOnAccount(deps, account, { loanNo, amount, direction: 'credit', paymentType: '' })
  if (!entry.ok) return entry
  return ok({
    kind: 'refund',
    loan,
    transaction: { ...transaction, accountKey: account.accountKey },
    transactionNo,
    customerKey,
    loanNo,
    accountTail: account.accountTail,
    direction: 'credit',
    standardEntryClass,
    entryDescription: 'REFUND',
    entry: entry.value,
  })
}

const { none, pending, onBatch } = TransactionStatus

/** Puts a refund on the file that carries it: 0 → 1 → 4, booked now, for the money leaves with the file. */
export async function putRefundOnBatch(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction, traceNumber, accountTail }: Traced<AcceptedRefund>,
  { day, fileNo, actor }: { readonly day: BatchDay; readonly fileNo: string; readonly actor: string },
): Promise<void> {
  const { transactionNo, amount, accountKey } = transaction
  const { effectiveEntryDate: effectiveDate } = day
  const opened = { cause: 'cut-off window opened', actor, at: unit.now }
  const first = { from: none, to: pending, effectiveDate, accountKey }
  const asked = await moveTransaction(unit.tx, transaction, first, opened)
  const move = { from: pending, to: onBatch, traceNumber }
  const reason = { cause: `put on batch ${fileNo}`, actor, at: unit.now }
  const sent = await moveTransaction(unit.tx, transaction, move, reason)
  assert(asked && sent, 'the lock on the loan keeps others from moving its refund')
  await postRefundSent(deps, unit, loan, { refund: transaction, effectiveDate, actor })
  const {
    to,
    values: { firstName, loanNo },
  } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'refundSent',
    dedupKey: `refundSent/${loanNo}/${transactionNo}`,
    values: {
      firstName,
      loanNo,
      amount: formatCurrency(amount),
      accountTail,
      arrivalDate: writtenDay(effectiveDate),
      reason: reasonOfRefund(transaction),
    },
  })
}

/** Posts a refund that leaves, and closes the work item that asked for it. The caller holds the loan's lock. */
export async function postRefundSent(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  sent: { readonly refund: MoneyTransaction; readonly effectiveDate: LocalDate; readonly actor: string },
): Promise<void> {
  const { refund, effectiveDate, actor } = sent
  const { transactionNo: id } = refund
  await waiveLateDays(deps, unit, loan, { transactionNo: id, date: effectiveDate })
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'money is sent back out of a funded loan')
  await postEvent(unit, loan, facts, { kind: PostingKind.refundSent, id, effectiveDate })
  const { portfolioId, loanNo } = loan
  const solved = { by: actor, reason: `refund ${id} was sent` }
  await closeWorkItems(unit, { portfolioId, kind: 'failedRefund', loanNo }, solved)
  await followDuplicateRefund(deps, unit, loan, { refund, actor })
}

/** Why money goes back, for the borrower. */
export const reasonOfRefund = ({ changeNo }: Pick<MoneyTransaction, 'changeNo'>): Localized =>
  changeNo === null ? OVERPAID : OWED_BACK

const OVERPAID = { en: 'You paid more than you owed.', es: 'Pagó más de lo que debía.' }
const OWED_BACK = { en: 'We owe it back to you.', es: 'Se lo debemos a usted.' }
