import { lockLoan } from '@dolphin/database/loans/loan-repository'
import {
  listDueTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { payoutWith } from '@dolphin/domain/disbursement/payout'
import { disbursementSent } from '@dolphin/domain/payments/ledger'
import { TransactionMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import { recordHeld } from './held-credit.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { partOf, type UnitOfWork } from '../../unit-of-work.ts'
import { checkCredit, storeAccount } from './batch-credits.ts'
import type { DayOrder } from './batch-file.ts'
import { postToLedger } from './post-to-ledger.ts'
import type { FailedLoan } from '../servicing/loan-failure.ts'
import { BATCH_ROUND, TRANSACTIONS_AT_ONCE } from './round-limits.ts'
import type { MoneyDeps } from '../../deps.ts'

const { none, pending, onBatch } = TransactionStatus

/**
 * Sends the checks of a batch day in the caller's transaction: planned credits that the borrower wants by mail, 0 → 1
 * → 4 without an ACH entry, their loans 104 → 201. A check that fails does not stop the others; returns the failures.
 * Source: contract.md "paper-check"; domain.md §1.
 */
export async function mailChecks(
  deps: MoneyDeps,
  unit: UnitOfWork,
  portfolioId: number,
  { day, actor }: DayOrder,
): Promise<FailedLoan[]> {
  const { paperCheck: mode } = TransactionMode
  const due = { type: TransactionType.credit, status: none, upTo: day.effectiveEntryDate, mode }
  const credits = await listDueTransactions(unit.tx, portfolioId, due, TRANSACTIONS_AT_ONCE)
  const failed: FailedLoan[] = []
  for (const credit of credits) {
    const { loanNo } = credit
    const mail = () => partOf(unit, (part) => mailCheck(deps, part, credit, { day, actor }))
    const failure = await oneOfMany(deps, { round: BATCH_ROUND, subject: { loanNo }, within: unit }, mail)
    if (failure !== undefined) failed.push({ loanNo, failure })
  }
  return failed
}

async function mailCheck(
  deps: MoneyDeps,
  unit: UnitOfWork,
  credit: MoneyTransaction,
  { day: { businessDate, effectiveEntryDate }, actor }: DayOrder,
): Promise<void> {
  const loan = await lockLoan(unit.tx, credit)
  // Its payments are debited later, so the account must be one that could have taken the money.
  const { arrivesOn: effectiveDate } = payoutWith(deps.calendar, credit.mode, effectiveEntryDate)
  const judged = loan && (await checkCredit(deps, unit, { loan, transaction: credit }, effectiveDate))
  if (loan === undefined || judged === undefined) return
  if (!judged.ok) {
    await recordHeld(deps, unit, credit, { rule: judged.error, actor })
    return
  }
  const { portfolioId, loanNo, transactionNo, amount } = credit
  const accountKey = await storeAccount(deps, unit, judged.value)
  const reason = { cause: 'check mailed', actor, at: unit.now }
  const asked = { from: none, to: pending, effectiveDate, accountKey }
  if (!(await moveTransaction(unit.tx, credit, asked, reason))) return
  const sent = await moveTransaction(unit.tx, credit, { from: pending, to: onBatch }, reason)
  const patch = { disbursementDate: effectiveDate }
  const moved = await moveLoan(deps, unit, loan, {
    event: 'creditOnBatch',
    cause: 'check mailed',
    actor,
    patch,
  })
  assert(sent && moved.ok, 'the run holds the lock on the loan, so its credit cannot move')
  const facts = { loanNo, transactionId: transactionNo, effectiveDate: businessDate }
  await postToLedger(unit, portfolioId, disbursementSent(facts, amount))
}
