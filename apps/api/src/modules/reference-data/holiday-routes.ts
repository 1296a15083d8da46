import type { CallReply } from '@dolphin/contract/call'
import { addHolidayCall } from '@dolphin/contract/reference-data'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { addBankHoliday, listBankHolidays } from '@dolphin/database/reference-data/bank-holiday-repository'
import type { BankHoliday } from '@dolphin/domain/calendar/federal-reserve-holidays'
import {
  yearMonthDay,
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
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval, entererOf } from '../approvals/enter-approval.ts'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'

const RULE =
  'Lender’s policy: a day on which no money moves takes two people; Nacha moves entries by its banking days.'

const holidayRequest = z.strictObject({ date: z.string(), name: z.string() })
type HolidayRequest = z.output<typeof holidayRequest>

/** Unscheduled closings, such as a national day of mourning. */
export function holidayRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(addHolidayCall, ({ body, actor, write }) =>
      write((unit) => enterHoliday(deps, unit, body, entererOf(actor))),
    ),
  ]
}

async function enterHoliday(
  deps: Deps,
  unit: UnitOfWork,
  body: HolidayRequest,
  enterer: Enterer,
): Promise<Result<CallReply<typeof addHolidayCall>>> {
  const tried = await triedOut(unit, (part) => addHoliday(deps, part, body, enterer.by))
  if (!tried.ok) return tried
  const { holidayTimeStr, name } = tried.value
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'holiday',
    permission: 'holiday.add',
    portfolioId: null,
    title: `Banks closed on ${holidayTimeStr}`,
    subject: 'Bank holidays',
    asEntered: [
      { label: 'Day', value: holidayTimeStr },
      { label: 'Name', value: name },
    ],
    note: '',
    request: body,
  })
  return ok({ holidayTimeStr, name, approval })
}

/** A day on which banks are closed. Committed, the next request to this node meets it; others hear of it. */
export const holidayApproval = (deps: Deps) =>
  approvalKind<HolidayRequest>({
    kind: 'holiday',
    rule: RULE,
    request: holidayRequest,
    async carryOut({ unit, request, by }) {
      const added = await addHoliday(deps, unit, request, by)
      if (!added.ok) return added
      const { holidayTimeStr, name, isNew } = added.value
      const difference = { label: holidayTimeStr, before: 'Banks are open', after: name, change: null }
      return ok({
        differences: isNew ? [difference] : [],
        effects: ['Debits and credits of that day move as the calendar of every portfolio says.'],
      })
    },
    afterwards: () => deps.holidays.refresh(),
  })

interface AddedHoliday {
  readonly holidayTimeStr: string
  readonly name: string
  /** False where the day was closed already, and keeps its name. */
  readonly isNew: boolean
}

/**
 * Adds a bank holiday; a day that was closed already keeps its name. Past days stay as they were, for money has moved
 * by them. Error: `dateNotAvailable` for a past day, a weekend, and a day past the end of the calendar.
 */
async function addHoliday(
  { portfolios }: Deps,
  unit: UnitOfWork,
  { date, name }: HolidayRequest,
  actor: string,
): Promise<Result<AddedHoliday>> {
  const holiday = parseLocalDate(date)
  if (holiday === undefined || !canClose(holiday, dateIn(unit.now, NEW_YORK)))
    return refuse('dateNotAvailable')
  const known = (await listBankHolidays(unit.tx)).some((one) => one.holiday === holiday)
  const stored = await addBankHoliday(unit.tx, { holiday, name })
  for (const { portfolio } of portfolios.all) await auditHoliday(unit, portfolio.portfolioId, stored, actor)
  return ok({ holidayTimeStr: formatLocalDate(stored.holiday), name: stored.name, isNew: !known })
}

const canClose = (day: LocalDate, today: LocalDate): boolean =>
  day >= today && !isWeekend(day) && isWithinCalendar(yearMonthDay(day).year)

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
