import { appendPosting, loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findOpenChange } from '@dolphin/database/servicing/loan-change-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  listTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { ReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { isPayment, TransactionStatus, SENT_STATUSES } from '@dolphin/domain/payments/codes'
import { negate } from '@dolphin/domain/money/cents'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import type { MoneyDeps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { followModification } from '../servicing/follow-modification.ts'
import { loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import type { LoanTransaction } from './loan-transaction.ts'

const { none, pending, rejected } = TransactionStatus
const UNFUNDABLE: readonly LoanStatus[] = [LoanStatus.pending, LoanStatus.disbursed]

/** How the money paid out is back. */
export interface CameBack {
  readonly cause: string
  /** Null where it was called back. */
  readonly returnCode: ReturnCode | null
  /** When we took notice, and the day under which the ledger books it. */
  readonly returnedOn: LocalDate
  readonly bookedOn: LocalDate
  readonly actor: string
}

/**
 * The amount paid out is back: the loan is 104 again as if it had never been sent, nothing is owed and no interest has
 * run. Undefined, and nothing is changed, where money has come in since or the loan is past being unfunded. The caller
 * holds the loan's lock. Source: domain.md §2.
 */
export async function unfundLoan(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction }: LoanTransaction,
  { cause, returnCode, returnedOn, bookedOn, actor }: CameBack,
): Promise<Loan | undefined> {
  if (!SENT_STATUSES.includes(transaction.status) || !UNFUNDABLE.includes(loan.status)) return undefined
  const debits = (await listTransactions(unit.tx, loan)).filter(isPayment)
  if (debits.some(({ status }) => status === pending || SENT_STATUSES.includes(status))) return undefined
  await failOpenChange(deps, unit, loan, actor)
  await dropPlanned(unit, debits, actor)
  const move = { from: transaction.status, to: rejected, returnCode, returnedOn }
  const rejectedNow = await moveTransaction(unit.tx, transaction, move, { cause, actor, at: unit.now })
  assert(rejectedNow, 'the lock on the loan keeps others from moving its transactions')
  await reversePostings(unit, loan, transaction, bookedOn)
  const patch = { effectiveDate: null }
  const moved = await moveLoan(deps, unit, loan, { event: 'creditReturned', cause, actor, patch })
  assert(moved.ok, 'a loan whose credit is under way can be unfunded')
  return moved.value
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
  effectiveDate: LocalDate,
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
