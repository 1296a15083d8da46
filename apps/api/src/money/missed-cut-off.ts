import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { lockLoan, updateLoan } from '@dolphin/database/loan-repository'
import { listDueTransactions, rescheduleTransaction } from '@dolphin/database/transaction-repository'
import { nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { TransactionMode } from '@dolphin/domain/payment/transaction-mode'
import { TransactionStatus } from '@dolphin/domain/payment/transaction-status'
import { TransactionType } from '@dolphin/domain/payment/transaction-type'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { lateCreditRule } from '../origination/held-credit.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { checkSettlesOn } from './mail-checks.ts'
import { byLoan, hoursOf, type MoneyParts, MOVEMENTS_AT_ONCE } from './money-parts.ts'

/**
 * Moves planned credits whose last batch has gone without them to the next one, and tells their customers by
 * ticket 3002 (domain.md §9). Each is told once, because the new date is not missed; answers how many. One that would
 * settle too late is promised no day: the batch holds it.
 */
export async function moveMissedCredits(
  { calendar, tickets }: Pick<MoneyParts, 'calendar' | 'tickets'>,
  unit: UnitOfWork,
  portfolioData: PortfolioData,
): Promise<number> {
  const { portfolioId, timeZone } = portfolioData.portfolio
  const { day, cutOffAt } = nextBatchCutOff(hoursOf(portfolioData, calendar), unit.now)
  const effectiveDate = calendar.next(day)
  const due = { type: TransactionType.credit, status: TransactionStatus.none, upTo: day }
  let moved = 0
  const missed = await listDueTransactions(unit.tx, portfolioId, due, MOVEMENTS_AT_ONCE)
  for (const credit of missed.toSorted(byLoan)) {
    const { loanNo, openId, status } = credit
    const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
    if (loan?.status !== LoanStatus.approved) continue
    if (!(await rescheduleTransaction(unit.tx, credit, { status, effectiveDate }, unit.now))) continue
    const isCheck = credit.mode === TransactionMode.paperCheck
    const settlesOn = isCheck ? checkSettlesOn(calendar, day) : effectiveDate
    const isLate = (await lateCreditRule(calendar, unit.tx, loan, credit.mode, settlesOn)) !== undefined
    await updateLoan(unit.tx, loan, { disbursementDate: isLate ? null : effectiveDate }, unit.now)
    if (isLate) continue
    const nextDate = formatLocalDate(effectiveDate)
    const data = { portfolioId, nextDate, nextCutOffAt: isoInZone(cutOffAt, timeZone) }
    await tickets.post(unit, { portfolioId, openId }, { ticket: Ticket.cutOffTimeExpired, data })
    moved += 1
  }
  return moved
}
