import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { type Loan, lockLoan, updateLoan } from '@dolphin/database/loans/loan-repository'
import {
  listDueTransactions,
  type MoneyTransaction,
  rescheduleTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { type CutOffState, nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { payoutWith, sentOn } from '@dolphin/domain/disbursement/payout'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { lateCreditRule } from './held-credit.ts'
import { askForNewTerms } from './new-terms.ts'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import { partOf, type UnitOfWork } from '../../unit-of-work.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { goesSameDay } from './same-day-credit.ts'
import { byLoan } from '../loans/loan-order.ts'
import { TRANSACTIONS_AT_ONCE } from './round-limits.ts'
import type { MoneyDeps } from '../../deps.ts'

type MissedDeps = Pick<MoneyDeps, 'calendar' | 'tickets' | 'notices' | 'cipher' | 'config' | 'portfolios'>

/**
 * Moves planned credits that missed their last batch, or the same-day file of their day, to the next batch, and notifies
 * their customers by ticket 3002 and by mail (domain.md §9). Each is notified once, because the new date is not missed;
 * returns how many. A loan whose credit would settle too late goes back to its borrower for new dates.
 */
export async function moveMissedCredits(
  deps: MoneyDeps,
  unit: UnitOfWork,
  portfolioData: PortfolioData,
): Promise<number> {
  const { portfolioId } = portfolioData.portfolio
  const hours = hoursOf(portfolioData, deps.calendar)
  const next = { ...nextBatchCutOff(hours, unit.now), timeZone: hours.timeZone }
  const due = { type: TransactionType.credit, status: TransactionStatus.none, upTo: next.day }
  let moved = 0
  const missed = await listDueTransactions(unit.tx, portfolioId, due, TRANSACTIONS_AT_ONCE)
  for (const credit of missed.toSorted(byLoan)) {
    if (goesSameDay(hours, unit.now, credit)) continue
    const move = async () => {
      if (await partOf(unit, (part) => moveMissedCredit(deps, part, credit, next))) moved += 1
    }
    await oneOfMany(deps, { round: 'missed-cut-off', subject: { loanNo: credit.loanNo }, within: unit }, move)
  }
  return moved
}

/** The next cut-off, in the time zone of the portfolio. */
interface NextCutOff extends Pick<CutOffState, 'day' | 'cutOffAt'> {
  readonly timeZone: string
}

/** Answers whether the customer was told of another day. */
async function moveMissedCredit(
  deps: MoneyDeps,
  unit: UnitOfWork,
  credit: MoneyTransaction,
  { day, cutOffAt, timeZone }: NextCutOff,
): Promise<boolean> {
  const { portfolioId, loanNo, openId, status, mode } = credit
  const { calendar, tickets } = deps
  const effectiveDate = calendar.next(day)
  const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
  if (loan?.status !== LoanStatus.approved) return false
  const payout = payoutWith(calendar, mode, effectiveDate)
  const { arrivesOn } = payout
  const rule = await lateCreditRule(deps, unit.tx, loan, { mode, settlesOn: arrivesOn })
  if (rule !== undefined) {
    await askForNewTerms(deps, unit, loan, { rule, actor: SYSTEM_ACTOR })
    return false
  }
  if (!(await rescheduleTransaction(unit.tx, credit, { status, effectiveDate }, unit.now))) return false
  await updateLoan(unit.tx, loan, { disbursementDate: arrivesOn }, unit.now)
  const redated = { by: SYSTEM_ACTOR, reason: `the credit has a new day, ${formatLocalDate(arrivesOn)}` }
  await closeWorkItems(unit, { portfolioId, kind: 'heldCredit', loanNo }, redated)
  const nextDate = formatLocalDate(arrivesOn)
  const data = { portfolioId, nextDate, nextCutOffAt: isoInZone(cutOffAt, timeZone) }
  await tickets.post(unit, { portfolioId, openId }, { ticket: Ticket.cutOffTimeExpired, data })
  await notifyMoved(deps, unit, loan, { credit, effectiveDate: sentOn(payout) })
  return true
}

async function notifyMoved(
  deps: MissedDeps,
  unit: UnitOfWork,
  loan: Loan,
  { credit, effectiveDate }: { readonly credit: MoneyTransaction; readonly effectiveDate: LocalDate },
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'disbursementMoved',
    dedupKey: `disbursementMoved/${credit.transactionNo}/${formatLocalDate(effectiveDate)}`,
    values: { ...values, amount: formatCurrency(credit.amount), disbursementDate: writtenDay(effectiveDate) },
  })
}
