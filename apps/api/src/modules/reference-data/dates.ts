import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import {
  availableDisbursementDates,
  type BankingHours,
  defaultDisbursementDate,
  nextBatchCutOff,
  nextSameDayCutOff,
} from '@dolphin/domain/calendar/cut-off'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { dateIn, isoInZone } from '@dolphin/domain/time/new-york'

export type DateKind = 'disbursement' | 'firstPayment' | 'payment'

const DISBURSEMENT_CHOICES = 10
const PAYMENT_WINDOW_DAYS = 60

export function bankingHours({ portfolio }: PortfolioData, calendar: BankCalendar): BankingHours {
  return { calendar, timeZone: portfolio.timeZone, cutOff: portfolio.cutOff }
}

/** Seconds to the same-day cut-off; zero once it has passed and on days without banks. */
export function sameDayCountdown(hours: BankingHours, now: Date) {
  const state = nextSameDayCutOff(hours, now)
  const arrival = state.isOpenToday ? state.day : defaultDisbursementDate(hours, now)
  return {
    secondsLeft: state.isOpenToday ? state.secondsLeft : 0,
    cutOffAt: isoInZone(state.cutOffAt, hours.timeZone),
    fundsArriveOn: formatLocalDate(arrival),
    sameDay: state.isOpenToday,
  }
}

/** The day money is sent unless another is picked, and until when that holds. */
export function defaultDisbursement(hours: BankingHours, now: Date) {
  const { cutOffAt } = nextBatchCutOff(hours, now)
  return {
    date: formatLocalDate(defaultDisbursementDate(hours, now)),
    cutOffAt: isoInZone(cutOffAt, hours.timeZone),
  }
}

/** The days a picker offers, soonest first; all are banking days. */
export function availableDates(data: PortfolioData, hours: BankingHours, kind: DateKind, now: Date) {
  const dates = datesOf(data, hours, kind, now)
  const [first] = dates
  return {
    kind,
    dates: dates.map(formatLocalDate),
    defaultDate: formatLocalDate(first ?? dateIn(now, hours.timeZone)),
  }
}

function datesOf(data: PortfolioData, hours: BankingHours, kind: DateKind, now: Date): LocalDate[] {
  const effective = defaultDisbursementDate(hours, now)
  switch (kind) {
    case 'disbursement':
      return availableDisbursementDates(hours, now, DISBURSEMENT_CHOICES)
    case 'firstPayment': {
      const standard = data.products.find(({ kind: productKind }) => productKind === 'standard')
      if (standard === undefined) return []
      return bankingDays(
        hours,
        addDays(effective, standard.firstDateMinimumDays),
        addDays(effective, standard.firstDateMaximumDays),
      )
    }
    case 'payment': {
      const soonest = hours.calendar.next(nextBatchCutOff(hours, now).day)
      return bankingDays(hours, soonest, addDays(soonest, PAYMENT_WINDOW_DAYS))
    }
  }
}

function bankingDays({ calendar }: BankingHours, from: LocalDate, to: LocalDate): LocalDate[] {
  const days: LocalDate[] = []
  for (let day = calendar.onOrAfter(from); day <= to; day = calendar.next(day)) days.push(day)
  return days
}
