import { hasSettled, type SettlementDays } from '@dolphin/database/payments/due-money-repository'
import { type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import {
  listTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { hasOpenWorkItem } from '@dolphin/database/work-items/work-item-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import {
  isPayment,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
  UNCHECKED_STATUSES,
} from '@dolphin/domain/payments/codes'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { HOLDING_KINDS } from '@dolphin/domain/work-items/work-item-rules'
import { moveLoan } from '../loans/loan-moves.ts'
import { moveMissedDebits } from '../servicing/move-missed.ts'
import { followDebit, followSettledDebit } from '../servicing/close-changes.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { postPayment } from './post-payment.ts'
import type { MoneyDeps } from '../../deps.ts'
import { openReceiptsToCheck } from './receipts-to-check.ts'
import { afterPosting } from './after-posting.ts'
import { takeCreditBack } from './reversals/called-back-credit.ts'
import { postSettledCredit } from './settle-credit.ts'
import type { LoanTransaction } from './loan-transaction.ts'

const { none, pending, onBatch, notChecked, checked, pastDue } = TransactionStatus

export type SettledTransaction = Pick<MoneyTransaction, 'loanNo' | 'transactionNo' | 'amount'>

/** What the settlement of one loan came to. */
export interface SettledLoan {
  readonly settled: SettledTransaction[]
  /** How many had no return for two banking days. */
  checked: number
}

interface LoanSettlement {
  readonly days: SettlementDays
  readonly actor: string
}

/** Moves everything of a loan that days have made due, in the caller's transaction. */
export async function settleLoan(
  deps: MoneyDeps,
  unit: UnitOfWork,
  key: LoanKey,
  { days, actor }: LoanSettlement,
): Promise<SettledLoan> {
  const run: SettledLoan = { settled: [], checked: 0 }
  let loan = await lockLoan(unit.tx, key)
  if (loan === undefined) return run
  const at = unit.now
  for (const transaction of await listTransactions(unit.tx, loan)) {
    if (transaction.status !== onBatch || !(await hasSettled(unit.tx, transaction, days))) continue
    loan = await settleTransaction(deps, unit, { loan, transaction }, actor)
    const { loanNo, transactionNo, amount } = transaction
    run.settled.push({ loanNo, transactionNo, amount })
  }
  await moveWhatWeMissed(deps, unit, loan, days)
  const isBankEntryOpen = await hasOpenWorkItem(unit.tx, loan, HOLDING_KINDS)
  for (const transaction of await listTransactions(unit.tx, loan)) {
    const { status, effectiveDate, purpose } = transaction
    // No bank's silence says that a check was paid: a person does (903).
    const isHeld = isBankEntryOpen && isPayment(transaction)
    const isQuiet = effectiveDate <= days.quietBy && purpose !== TransactionPurpose.receipt && !isHeld
    if (status === notChecked && isQuiet) {
      const reason = { cause: 'two banking days without a return', actor, at }
      if (await moveTransaction(unit.tx, transaction, { from: notChecked, to: checked }, reason)) {
        run.checked += 1
        await followDebit(deps, unit, transaction, { event: 'checked', actor })
        if (isCallBack(transaction))
          loan = await takeCreditBack(deps, unit, { loan, transaction }, { on: days.settledBy, actor })
      }
    }
    if (isUnsentDebit(transaction) && effectiveDate <= days.pastDueBy)
      await movePastDue(deps, unit, transaction, actor)
  }
  const { settledBy } = days
  const transactions = await listTransactions(unit.tx, loan)
  await openReceiptsToCheck(deps, unit, transactions, { settledBy, actor })
  if (!transactions.some(isCalledBack))
    await beginCollecting(deps, unit, loan, { settledBy: days.settledBy, actor })
  await afterPosting(deps, unit, loan, actor)
  return run
}

/** A debit that calls paid-out money back. */
const isCallBack = ({ type, purpose }: MoneyTransaction): boolean =>
  type === TransactionType.debit && purpose === TransactionPurpose.reversal

/** Money paid out may be back soon: until that is known, the loan goes no further. */
const isCalledBack = (one: MoneyTransaction): boolean =>
  isCallBack(one) && UNCHECKED_STATUSES.includes(one.status)

const isUnsentDebit = (one: MoneyTransaction): boolean =>
  isPayment(one) && (one.status === none || one.status === pending)

/** A debit that our own doing kept from its batch moves to another day before it would be past due. */
async function moveWhatWeMissed(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { pastDueBy }: SettlementDays,
): Promise<void> {
  const data = deps.portfolios.byId(loan.portfolioId)
  const transactions = await listTransactions(unit.tx, loan)
  const isLate = transactions.some((one) => isUnsentDebit(one) && one.effectiveDate <= pastDueBy)
  if (data !== undefined && isLate) await moveMissedDebits(deps, unit, data, loan)
}

async function settleTransaction(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction }: LoanTransaction,
  actor: string,
): Promise<Loan> {
  const settledOn = transaction.effectiveDate
  const reason = { cause: 'settled', actor, at: unit.now }
  if (!(await moveTransaction(unit.tx, transaction, { from: onBatch, to: notChecked, settledOn }, reason)))
    return loan
  let after = loan
  if (transaction.type === TransactionType.credit)
    after = await postSettledCredit(deps, unit, { loan, transaction }, actor)
  // A refund was booked as it went on its batch.
  if (isPayment(transaction))
    await takeDebit(
      deps,
      unit,
      { loan, transaction: { ...transaction, settledOn, status: notChecked } },
      actor,
    )
  return after
}

async function takeDebit(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction: debit }: LoanTransaction,
  actor: string,
): Promise<void> {
  await postPayment(deps, unit, loan, debit)
  await followSettledDebit(deps, unit, debit, actor)
}

/** Not sent by its date and the days of grace: the borrower may confirm a change's debit again. Source: domain.md §14. */
async function movePastDue(
  deps: MoneyDeps,
  unit: UnitOfWork,
  debit: MoneyTransaction,
  actor: string,
): Promise<void> {
  const reason = { cause: 'not sent by due date and grace', actor, at: unit.now }
  await moveTransaction(unit.tx, debit, { from: debit.status, to: pastDue }, reason)
  await followDebit(deps, unit, debit, { event: 'dateSlipped', actor })
}

/** The day up to which a settlement counts, and who settles. */
interface Collecting {
  readonly settledBy: LocalDate
  readonly actor: string
}

/** 202 → 203 once the first agreed payment is due, whether it was sent or not. Source: domain.md §2. */
async function beginCollecting(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { settledBy, actor }: Collecting,
): Promise<Loan> {
  if (loan.status !== LoanStatus.disbursed) return loan
  const current = await findCurrentPlan(unit.tx, loan)
  const isDue = current?.installments.some((one) => isLive(one) && one.dueDate <= settledBy) ?? false
  if (!isDue) return loan
  const moved = await moveLoan(deps, unit, loan, { event: 'firstInstallmentDue', actor })
  return moved.ok ? moved.value : loan
}
