import { type Loan, lockLoan } from '@dolphin/database/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plan-repository'
import {
  listDueTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatUsDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { disbursementSettled } from '@dolphin/domain/payment/ledger'
import { TransactionStatus } from '@dolphin/domain/payment/transaction-status'
import { TransactionType } from '@dolphin/domain/payment/transaction-type'
import { NEW_YORK, wallTime } from '@dolphin/domain/time/new-york'
import { type Answer, refuse } from '../http/refusal.ts'
import { borrowerAddress } from '../origination/borrower-address.ts'
import { moveLoan } from '../origination/loan-moves.ts'
import { pageAddress } from '../page-address.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { bookPosting } from './book-posting.ts'
import { fitScheduleToSettlement } from './fit-schedule.ts'
import { type MoneyParts, MOVEMENTS_AT_ONCE } from './money-parts.ts'

/** Settlement of ACH on its effective entry date. Source: domain.md §2; New York, whatever the portfolio's zone. */
const SETTLES_AT_MINUTE = 8 * 60 + 30
/** Banking days without a return until a movement counts as checked. Source: domain.md §9. */
const RETURN_WINDOW_DAYS = 2

const { onBatch, notChecked, checked } = TransactionStatus

export interface SettlementRun {
  readonly portfolioId: number
  /** The last day whose settlement has passed. */
  readonly settledOn: LocalDate
  readonly settled: readonly Pick<MoneyTransaction, 'loanNo' | 'transactionNo' | 'amount'>[]
  /** How many had no return for two banking days. */
  readonly checked: number
}

/** The last day whose 08:30 New York has passed: what is effective by it has settled. */
export function lastSettlementDay(now: Date): LocalDate {
  const { date, hour, minute } = wallTime(now, NEW_YORK)
  return hour * 60 + minute >= SETTLES_AT_MINUTE ? date : addDays(date, -1)
}

/**
 * Settles what is due, in the caller's transaction: the credit 4 → 2, its loan 201 → 202, from that day the
 * principal is owed and interest runs; and moves to checked (2 → 3) what came back in no return window. Again is
 * harmless. ACH never confirms a credit, so time alone decides (domain.md §2).
 */
export async function settleDue(
  parts: MoneyParts,
  unit: UnitOfWork,
  portfolioId: number,
  actor: string,
): Promise<Answer<SettlementRun>> {
  if (parts.portfolios.byId(portfolioId) === undefined) return refuse('notFound')
  const settledOn = lastSettlementDay(unit.now)
  const settled: MoneyTransaction[] = []
  const due = { type: TransactionType.credit, status: onBatch, upTo: settledOn }
  for (const credit of await listDueTransactions(unit.tx, portfolioId, due, MOVEMENTS_AT_ONCE)) {
    if (await settleCredit(parts, unit, credit, actor)) settled.push(credit)
  }
  const quiet = await checkQuiet(parts, unit, portfolioId, settledOn, actor)
  return ok({
    portfolioId,
    settledOn,
    settled: settled.map(({ loanNo, transactionNo, amount }) => ({ loanNo, transactionNo, amount })),
    checked: quiet,
  })
}

async function settleCredit(
  parts: MoneyParts,
  unit: UnitOfWork,
  credit: MoneyTransaction,
  actor: string,
): Promise<boolean> {
  const { portfolioId, loanNo, transactionNo, effectiveDate, amount } = credit
  const loan = await lockLoan(unit.tx, credit)
  const reason = { cause: 'settled', actor, at: unit.now }
  if (loan === undefined) return false
  if (!(await moveTransaction(unit.tx, credit, { from: onBatch, to: notChecked }, reason))) return false
  const moved = await moveLoan(parts, unit, loan, {
    event: 'creditSettled',
    cause: `credit ${transactionNo} settled`,
    actor,
    patch: { effectiveDate },
  })
  assert(moved.ok, 'a loan whose credit is on a batch is pending')
  const current = await findCurrentPlan(unit.tx, loan)
  const data = parts.portfolios.byId(portfolioId)
  assert(current !== undefined && data !== undefined, 'a pending loan has a plan')
  await fitScheduleToSettlement(data, unit, moved.value, current, effectiveDate)
  const principal = current.plan.amount
  const facts = { loanNo, transactionId: transactionNo, effectiveDate }
  await bookPosting(unit, portfolioId, disbursementSettled(facts, principal, cents(principal - amount)))
  await tellFunded(parts, unit, moved.value)
  return true
}

async function checkQuiet(
  { calendar }: MoneyParts,
  unit: UnitOfWork,
  portfolioId: number,
  settledOn: LocalDate,
  actor: string,
): Promise<number> {
  const due = { type: TransactionType.credit, status: notChecked, upTo: settledOn }
  const reason = { cause: 'two banking days without a return', actor, at: unit.now }
  let count = 0
  for (const credit of await listDueTransactions(unit.tx, portfolioId, due, MOVEMENTS_AT_ONCE)) {
    if (calendar.addBankingDays(credit.effectiveDate, RETURN_WINDOW_DAYS) > settledOn) continue
    if (await moveTransaction(unit.tx, credit, { from: notChecked, to: checked }, reason)) count += 1
  }
  return count
}

async function tellFunded(
  { cipher, notices, portfolios, config }: MoneyParts,
  unit: UnitOfWork,
  loan: Loan,
): Promise<void> {
  const { portfolioId, loanNo, openId } = loan
  const borrower = await borrowerAddress(unit.tx, cipher, loan)
  const data = portfolios.byId(portfolioId)
  const current = await findCurrentPlan(unit.tx, loan)
  const first = current?.installments[0]
  assert(
    borrower !== undefined && data !== undefined && current !== undefined && first !== undefined,
    'a funded loan has a customer and a schedule',
  )
  await notices.send(unit, {
    portfolioId,
    loanNo,
    openId,
    kind: 'loanFunded',
    recipient: borrower.email,
    dedupKey: `loanFunded/${loanNo}/${formatUsDate(loan.effectiveDate ?? first.dueDate)}`,
    values: {
      firstName: borrower.firstName,
      loanNo,
      amount: formatCurrency(current.plan.amount),
      firstPaymentDate: formatUsDate(first.dueDate),
      firstPaymentAmount: formatCurrency(first.amount),
      link: pageAddress(config, data.portfolio, '/home'),
    },
  })
}
