import type { CallReply } from '@dolphin/contract/call'
import { addHolidayCall } from '@dolphin/contract/reference-data'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { addBankHoliday } from '@dolphin/database/reference-data/bank-holiday-repository'
import type { BankHoliday } from '@dolphin/domain/calendar/federal-reserve-holidays'
import {
  dateParts,
  formatLocalDate,
  isWeekend,
  type LocalDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { isWithinCalendar } from './live-holidays.ts'
import { type Result, refuse } from '../../refusal.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { actorName } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Deps } from '../../deps.ts'

/** Unscheduled closings, such as a national day of mourning. */
export function holidayRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(addHolidayCall, async ({ body, actor, write }) => {
      const answer = await write((unit) => addHoliday(deps, unit, body, actorName(actor)))
      // Committed: the next request to this node meets it. Other nodes are notified by the database.
      if (answer.ok) await deps.holidays.refresh()
      return answer
    }),
  ]
}

/**
 * Adds a bank holiday; a day that was closed already keeps its name. Past days stay as they were, for money has moved
 * by them. Error: `dateNotAvailable` for a past day, a weekend, and a day past the end of the calendar.
 */
async function addHoliday(
  { portfolios }: Deps,
  unit: UnitOfWork,
  { date, name }: { readonly date: string; readonly name: string },
  actor: string,
): Promise<Result<CallReply<typeof addHolidayCall>>> {
  const holiday = parseLocalDate(date)
  if (holiday === undefined || !canClose(holiday, dateIn(unit.now, NEW_YORK)))
    return refuse('dateNotAvailable')
  const stored = await addBankHoliday(unit.tx, { holiday, name })
  for (const { portfolio } of portfolios.all) await auditHoliday(unit, portfolio.portfolioId, stored, actor)
  return ok({ holidayTimeStr: formatLocalDate(stored.holiday), name: stored.name })
}

const canClose = (day: LocalDate, today: LocalDate): boolean =>
  day >= today && !isWeekend(day) && isWithinCalendar(dateParts(day).year)

async function auditHoliday(
  unit: UnitOfWork,
  portfolioId: number,
  { holiday, name }: BankHoliday,
  actor: string,
): Promise<void> {
  await appendAudit(unit.tx, {
    portfolioId,
    subject: 'bank holidays',
    action: 'bankHolidayAdded',
    actor,
    facts: { holiday: formatLocalDate(holiday), name },
    at: unit.now,
  })
}
