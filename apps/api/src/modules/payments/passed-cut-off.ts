import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { listPromisedBorrowers } from '@dolphin/database/channel/promised-day-repository'
import { lockByName } from '@dolphin/database/driver/named-lock'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { disbursementDays, lastPassedCutOff } from '@dolphin/domain/disbursement/disbursement-days'
import { ZERO_CENTS } from '@dolphin/domain/money/cents'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { MoneyDeps } from '../../deps.ts'

/**
 * Posts ticket 3002 to the open pages of applications whose day the last cut-off has taken away, once for each cut-off
 * and customer; returns how many. Loans with a planned credit are moveMissedCredits' business. Asks the clock alone, so
 * it does not matter how the cut-off came to pass. Source: domain.md §9.
 */
export async function notifyPassedCutOff(
  { calendar, tickets }: Pick<MoneyDeps, 'calendar' | 'tickets'>,
  unit: UnitOfWork,
  data: PortfolioData,
): Promise<number> {
  const { portfolioId, timeZone, approvalMode } = data.portfolio
  const hours = hoursOf(data, calendar)
  const passed = lastPassedCutOff(hours, unit.now)
  await lockByName(unit.tx, `cut-off/${portfolioId}`)
  const isApprovedByPerson = approvalMode === 'manual'
  const borrowers = await listPromisedBorrowers(unit.tx, portfolioId, {
    cutOffAt: passed,
    isApprovedByPerson,
  })
  let posted = 0
  for (const { openId, amount } of borrowers) {
    const daysAt = (now: Date) =>
      disbursementDays(hours, { now, amount: amount ?? ZERO_CENTS, approval: 'given' })
    const { expected: next, cutOffAt } = daysAt(unit.now)
    if (daysAt(new Date(passed.getTime() - 1)).expected === next) continue
    const news = { portfolioId, nextDate: formatLocalDate(next), nextCutOffAt: isoInZone(cutOffAt, timeZone) }
    await tickets.post(unit, { portfolioId, openId }, { ticket: Ticket.cutOffTimeExpired, data: news })
    posted += 1
  }
  return posted
}
