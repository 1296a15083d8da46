import {
  assistantDateFormatCall,
  assistantGetBankInfoCall,
  availableDateCall,
  configDateFormatCall,
  countdownSameDayCall,
  getDefaultDisbursementDateCall,
  getFutureDateCall,
  getHolidayCall,
  getNextBusinessDayCall,
} from '@dolphin/contract/reference-data'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { BankHoliday } from '@dolphin/domain/calendar/federal-reserve-holidays'
import {
  yearMonthDay,
  formatLocalDate,
  type LocalDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { DAY_SECONDS, HOUR_SECONDS } from '@dolphin/domain/time/durations'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { LiveHolidays } from '../../ports/live-holidays.ts'
import { refuse } from '../../refusal.ts'
import { publicRoute, type RouteDefinition, sharedRoute } from '../../http/route.ts'
import type { PortfolioCatalog } from '../../ports/portfolio-catalog.ts'
import type { Deps } from '../../deps.ts'
import { lookUpBank } from './bank-directory.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { availableDates, defaultDisbursement, requestOf, sameDayCountdown } from './dates.ts'

/** A closing may be added at any time. */
const CALENDAR_SECONDS = 300
/** Days are written with a year of four digits. */
const LAST_YEAR = 9_999

const isPastCalendar = (date: LocalDate): boolean => yearMonthDay(date).year > LAST_YEAR

export interface ReferenceDataDeps {
  readonly database: Deps['database']
  readonly portfolios: PortfolioCatalog
  readonly calendar: BankCalendar
  readonly holidays: LiveHolidays
}

/** Public reference data: calendars, cut-offs, banks, vocabularies. */
export function referenceDataRoutes(deps: ReferenceDataDeps): RouteDefinition[] {
  return [...formatRoutes(deps), ...calendarRoutes(deps), ...cutOffRoutes(deps)]
}

function formatRoutes({ database }: ReferenceDataDeps): RouteDefinition[] {
  const format = (timeZone: string) => ({
    date: 'MM/DD/YYYY',
    time: 'hh:mm A',
    dateTime: 'MM/DD/YYYY hh:mm A',
    timeZone,
  })
  return [
    publicRoute(assistantDateFormatCall, async ({ portfolio, cacheFor }) => {
      cacheFor(DAY_SECONDS)
      return ok(format(portfolio.timeZone))
    }),
    publicRoute(configDateFormatCall, async ({ portfolio, cacheFor }) => {
      cacheFor(DAY_SECONDS)
      return ok(format(portfolio.timeZone))
    }),
    publicRoute(assistantGetBankInfoCall, async ({ query, cacheFor }) => {
      cacheFor(HOUR_SECONDS)
      return ok(await lookUpBank(database.db, query.rn))
    }),
  ]
}

function calendarRoutes({ calendar, holidays }: ReferenceDataDeps): RouteDefinition[] {
  return [
    sharedRoute(getHolidayCall, async ({ query, now, portfolio, cacheFor }) => {
      const { year } = yearMonthDay(dateIn(now, portfolio?.timeZone ?? NEW_YORK))
      if (query.years !== undefined) cacheFor(CALENDAR_SECONDS)
      return ok(holidays.ofYears(query.years ?? [year, year + 1]).map(holidayView))
    }),
    publicRoute(getNextBusinessDayCall, async (context) => {
      const date = dayAsked(context)
      const next = date === undefined ? undefined : calendar.next(date)
      if (next === undefined || isPastCalendar(next)) return refuse('dateNotAvailable')
      if (context.query.date !== undefined) context.cacheFor(CALENDAR_SECONDS)
      return ok({ date: formatLocalDate(next) })
    }),
    publicRoute(getFutureDateCall, async (context) => {
      const date = dayAsked(context)
      const future = date === undefined ? undefined : calendar.addBankingDays(date, context.query.days)
      if (future === undefined || isPastCalendar(future)) return refuse('dateNotAvailable')
      if (context.query.date !== undefined) context.cacheFor(CALENDAR_SECONDS)
      return ok({ date: formatLocalDate(future) })
    }),
  ]
}

interface DayContext {
  readonly query: { readonly date?: string | undefined }
  readonly portfolio: Portfolio
  readonly now: Date
}

/** The day that a query names, or today at the portfolio. */
const dayAsked = ({ query, portfolio, now }: DayContext): LocalDate | undefined =>
  query.date === undefined ? dateIn(now, portfolio.timeZone) : parseLocalDate(query.date)

const holidayView = ({ holiday, name }: BankHoliday) => ({ holidayTimeStr: formatLocalDate(holiday), name })

function cutOffRoutes({ portfolios, calendar }: ReferenceDataDeps): RouteDefinition[] {
  return [
    publicRoute(countdownSameDayCall, async ({ query, now }) => {
      const data = portfolios.byId(query.portfolioId)
      if (data === undefined) return refuse('notFound')
      return ok(sameDayCountdown(hoursOf(data, calendar), requestOf(data, query, now)))
    }),
    publicRoute(getDefaultDisbursementDateCall, async ({ query, portfolio, now }) => {
      const data = portfolios.byId(query.portfolioId ?? portfolio.portfolioId)
      if (data === undefined) return refuse('notFound')
      return ok(defaultDisbursement(hoursOf(data, calendar), requestOf(data, query, now)))
    }),
    publicRoute(availableDateCall, async ({ query, portfolio, now }) => {
      const data = portfolios.byId(query.portfolioId ?? portfolio.portfolioId)
      if (data === undefined) return refuse('notFound')
      return ok(availableDates(data, hoursOf(data, calendar), query.kind, requestOf(data, query, now)))
    }),
  ]
}
