import { listLoansToSettle, type SettlementDays } from '@dolphin/database/due-money-repository'
import { type Loan, lockLoan } from '@dolphin/database/loan-repository'
import type { LoanKey } from '@dolphin/database/owner'
import { findCurrentPlan } from '@dolphin/database/plan-repository'
import {
  listTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/transaction-repository'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { cents, sum } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { TransactionPurpose } from '@dolphin/domain/payment/transaction-purpose'
import { TransactionStatus } from '@dolphin/domain/payment/transaction-status'
import { TransactionType } from '@dolphin/domain/payment/transaction-type'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { NEW_YORK, wallTime } from '@dolphin/domain/time/new-york'
import { describe } from '../http/error-handler.ts'
import { type Answer, refuse } from '../http/refusal.ts'
import { moveLoan } from '../origination/loan-moves.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { followSettledDebit, refuseChangeOf } from '../servicing/close-changes.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { bookPayment } from './book-payment.ts'
import { type MoneyParts, MOVEMENTS_AT_ONCE } from './money-parts.ts'
import { markPaidOffIfDone } from './paid-off.ts'
import { planRefund } from './refunds.ts'
import { bookSettledCredit } from './settle-credit.ts'

/** Settlement of ACH on its effective entry date. Source: domain.md §2; New York, whatever the portfolio's zone. */
const SETTLES_AT_MINUTE = 8 * 60 + 30
/** Banking days without a return until a movement counts as checked. Source: domain.md §9. */
const RETURN_WINDOW_DAYS = 2

const { none, pending, onBatch, notChecked, checked, pastDue } = TransactionStatus

export type SettledMovement = Pick<MoneyTransaction, 'loanNo' | 'transactionNo' | 'amount'>

export interface SettlementRun {
  readonly portfolioId: number
  /** The last day whose settlement has passed. */
  readonly settledOn: LocalDate
  readonly settled: readonly SettledMovement[]
  /** How many had no return for two banking days. */
  readonly checked: number
}

/** The last day whose 08:30 New York has passed: what is effective by it has settled. */
function lastSettlementDay(now: Date): LocalDate {
  const { date, hour, minute } = wallTime(now, NEW_YORK)
  return hour * 60 + minute >= SETTLES_AT_MINUTE ? date : addDays(date, -1)
}

function settlementDays(
  { calendar, portfolios }: MoneyParts,
  portfolioId: number,
  now: Date,
): Answer<SettlementDays> {
  const data = portfolios.byId(portfolioId)
  if (data === undefined) return refuse('notFound')
  const settledBy = lastSettlementDay(now)
  const quietBy = calendar.addBankingDays(calendar.onOrBefore(settledBy), -RETURN_WINDOW_DAYS)
  return ok({ settledBy, quietBy, pastDueBy: addDays(settledBy, -data.portfolio.pastDueGraceDays - 1) })
}

/**
 * Settles what is due, in the caller's transaction, loan by loan in order of their numbers; at most 500 loans. Again
 * is harmless. Errors: `notFound`.
 */
export async function settleDue(
  parts: MoneyParts,
  unit: UnitOfWork,
  portfolioId: number,
  actor: string,
): Promise<Answer<SettlementRun>> {
  const days = settlementDays(parts, portfolioId, unit.now)
  if (!days.ok) return days
  const run = newRun(portfolioId, days.value)
  for (const loanNo of await listLoansToSettle(unit.tx, portfolioId, days.value, MOVEMENTS_AT_ONCE)) {
    await settleLoan(parts, unit, { portfolioId, loanNo }, { days: days.value, run, actor })
  }
  return ok(run)
}

/**
 * Settles all that is due of a portfolio, each loan in a transaction of its own, so that one that fails stops no other
 * and nobody waits. Errors: `notFound`.
 */
export async function settleAll(
  parts: MoneyParts,
  portfolioId: number,
  actor: string,
): Promise<Answer<SettlementRun>> {
  const days = settlementDays(parts, portfolioId, parts.clock.now())
  if (!days.ok) return days
  const run = newRun(portfolioId, days.value)
  const next = (after: string): Promise<string[]> =>
    listLoansToSettle(parts.database.db, portfolioId, days.value, MOVEMENTS_AT_ONCE, after)
  for (let due = await next(''); due.length > 0; due = await next(due.at(-1) ?? '')) {
    for (const loanNo of due) {
      const settlement = { days: days.value, run, actor }
      try {
        await parts.units.write(async (unit) =>
          ok(await settleLoan(parts, unit, { portfolioId, loanNo }, settlement)),
        )
      } catch (error) {
        parts.log.error({ loanNo, failure: describe(error) }, 'a loan could not be settled')
      }
      parts.mark?.('settlement: after the commit of one loan')
    }
  }
  return ok(run)
}

/** A run that is still counting. */
type CountingRun = Omit<SettlementRun, 'settled' | 'checked'> & {
  settled: SettledMovement[]
  checked: number
}

const newRun = (portfolioId: number, { settledBy }: SettlementDays): CountingRun => ({
  portfolioId,
  settledOn: settledBy,
  settled: [],
  checked: 0,
})

interface LoanSettlement {
  readonly days: SettlementDays
  readonly run: CountingRun
  readonly actor: string
}

/** Moves everything of a loan that days have made due, in the caller's transaction. */
async function settleLoan(
  parts: MoneyParts,
  unit: UnitOfWork,
  key: LoanKey,
  settlement: LoanSettlement,
): Promise<void> {
  let loan = await lockLoan(unit.tx, key)
  if (loan === undefined) return
  const { days, run, actor } = settlement
  const at = unit.now
  for (const movement of await listTransactions(unit.tx, loan)) {
    if (movement.status !== onBatch || movement.effectiveDate > days.settledBy) continue
    loan = await settleMovement(parts, unit, loan, movement, actor)
    const { loanNo, transactionNo, amount } = movement
    run.settled.push({ loanNo, transactionNo, amount })
  }
  for (const movement of await listTransactions(unit.tx, loan)) {
    const { status, effectiveDate, type, purpose } = movement
    // No bank's silence says that a check was paid: a person does (903).
    const isQuiet = effectiveDate <= days.quietBy && purpose !== TransactionPurpose.receipt
    if (status === notChecked && isQuiet) {
      const reason = { cause: 'two banking days without a return', actor, at }
      if (await moveTransaction(unit.tx, movement, { from: notChecked, to: checked }, reason))
        run.checked += 1
    }
    const isUnsent = type === TransactionType.debit && (status === none || status === pending)
    if (isUnsent && effectiveDate <= days.pastDueBy) await movePastDue(parts, unit, movement, actor)
  }
  loan = await beginCollecting(parts, unit, loan, days.settledBy, actor)
  await sendBackOverpaid(parts, unit, loan, actor)
  await markPaidOffIfDone(parts, unit, loan)
}

async function settleMovement(
  parts: MoneyParts,
  unit: UnitOfWork,
  loan: Loan,
  movement: MoneyTransaction,
  actor: string,
): Promise<Loan> {
  const settledOn = movement.effectiveDate
  const reason = { cause: 'settled', actor, at: unit.now }
  if (!(await moveTransaction(unit.tx, movement, { from: onBatch, to: notChecked, settledOn }, reason)))
    return loan
  parts.mark?.('settlement: moved, before it is booked')
  let after = loan
  if (movement.type === TransactionType.credit)
    after = await bookSettledCredit(parts, unit, loan, movement, actor)
  // A refund was booked as it went on its batch.
  if (movement.type === TransactionType.debit)
    await takeDebit(parts, unit, loan, { ...movement, settledOn, status: notChecked })
  parts.mark?.('settlement: booked, before the commit')
  return after
}

async function takeDebit(
  parts: MoneyParts,
  unit: UnitOfWork,
  loan: Loan,
  debit: MoneyTransaction,
): Promise<void> {
  await bookPayment(parts, unit, loan, debit)
  await followSettledDebit(unit, debit)
}

/** Not sent by its date and the days of grace: the change that asked for it has failed. Source: domain.md §9. */
async function movePastDue(
  parts: MoneyParts,
  unit: UnitOfWork,
  debit: MoneyTransaction,
  actor: string,
): Promise<void> {
  const reason = { cause: 'not sent by due date and grace', actor, at: unit.now }
  await moveTransaction(unit.tx, debit, { from: debit.status, to: pastDue }, reason)
  await refuseChangeOf(parts, unit, debit, actor)
}

/** 202 → 203 once the first agreed payment is due, whether it was sent or not. Source: domain.md §2. */
async function beginCollecting(
  parts: MoneyParts,
  unit: UnitOfWork,
  loan: Loan,
  settledBy: LocalDate,
  actor: string,
): Promise<Loan> {
  if (loan.status !== LoanStatus.disbursed) return loan
  const current = await findCurrentPlan(unit.tx, loan)
  const isDue = current?.installments.some((one) => isLive(one) && one.dueDate <= settledBy) ?? false
  if (!isDue) return loan
  const moved = await moveLoan(parts, unit, loan, { event: 'firstInstallmentDue', actor })
  return moved.ok ? moved.value : loan
}

/**
 * Plans the refund (301) of what was paid too much, once every debit is checked, for money that may come back is not
 * sent away; refunds on their way count. Source: domain.md §10: refunded within 2 banking days.
 */
async function sendBackOverpaid(
  parts: MoneyParts,
  unit: UnitOfWork,
  loan: Loan,
  actor: string,
): Promise<void> {
  const facts = await loadAccount(parts, unit.tx, loan)
  if (facts === undefined || facts.account.state.overpaid === 0n) return
  const { transactions, account } = facts
  const isOpen = transactions.some(
    ({ type, status }) =>
      type === TransactionType.debit && (status === pending || status === onBatch || status === notChecked),
  )
  if (isOpen) return
  const planned = sum(
    transactions
      .filter(
        ({ type, status }) => type === TransactionType.refund && (status === none || status === pending),
      )
      .map(({ amount }) => amount),
  )
  const amount = cents(account.state.overpaid - planned)
  const cause = `overpaid/${transactions.length}`
  if (amount > 0n) await planRefund(parts, unit, loan, { amount, cause, actor })
}
