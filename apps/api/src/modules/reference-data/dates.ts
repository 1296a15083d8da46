import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import {
  type DisbursementRequest,
  disbursementChoices,
  disbursementDays,
} from '@dolphin/domain/disbursement/disbursement-days'
import type { FundingHours } from '@dolphin/domain/disbursement/same-day-ach'
import { max, parseMoney, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { isoInZone } from '@dolphin/domain/time/new-york'

export type DateKind = 'disbursement' | 'firstPayment' | 'payment'

const DISBURSEMENT_CHOICES = 10
const PAYMENT_WINDOW_DAYS = 60

/** What a call asks about: the largest loan of the portfolio and no approval yet, unless it says otherwise. */
export function requestOf(
  { portfolio, products }: PortfolioData,
  { amount, approval }: { readonly amount?: string | undefined; readonly approval: 'pending' | 'given' },
  now: Date,
): DisbursementRequest {
  const largest = products.reduce((most, { maximumAmount }) => max(most, maximumAmount), ZERO_CENTS)
  return {
    now,
    amount: (amount === undefined ? undefined : parseMoney(amount)) ?? largest,
    approval: approval === 'given' ? approval : portfolio.approvalMode,
  }
}

const dayOrNull = (day: LocalDate | null | undefined): string | null =>
  day === null || day === undefined ? null : formatLocalDate(day)

/** Seconds to the same-day cut-off, zero where today is not promised, and the day that is. */
export function sameDayCountdown(hours: FundingHours, request: DisbursementRequest) {
  const { promised, cutOffAt, isSameDay } = disbursementDays(hours, request)
  const secondsLeft = Math.floor((cutOffAt.getTime() - request.now.getTime()) / 1_000)
  return {
    secondsLeft: isSameDay ? secondsLeft : 0,
    cutOffAt: isoInZone(cutOffAt, hours.timeZone),
    fundsArriveOn: dayOrNull(promised),
    sameDay: isSameDay,
  }
}

/** The day money is sent unless another is picked, and until when that holds. */
export function defaultDisbursement(hours: FundingHours, request: DisbursementRequest) {
  const { promised, cutOffAt } = disbursementDays(hours, request)
  return { date: dayOrNull(promised), cutOffAt: isoInZone(cutOffAt, hours.timeZone) }
}

/** The days a picker offers, soonest first; all are banking days. None while no day may be promised. */
export function availableDates(
  data: PortfolioData,
  hours: FundingHours,
  kind: DateKind,
  request: DisbursementRequest,
) {
  const dates = datesOf(data, hours, kind, request)
  return { kind, dates: dates.map(formatLocalDate), defaultDate: dayOrNull(dates[0]) }
}

function datesOf(
  { products }: PortfolioData,
  hours: FundingHours,
  kind: DateKind,
  request: DisbursementRequest,
): LocalDate[] {
  switch (kind) {
    case 'disbursement':
      return disbursementChoices(hours, request, DISBURSEMENT_CHOICES)
    case 'firstPayment': {
      const standard = products.find(({ kind: productKind }) => productKind === 'standard')
      if (standard === undefined) return []
      const { expected } = disbursementDays(hours, request)
      return bankingDays(
        hours,
        addDays(expected, standard.firstDateMinimumDays),
        addDays(expected, standard.firstDateMaximumDays),
      )
    }
    case 'payment': {
      const soonest = nextEntryDate(hours, request.now)
      return bankingDays(hours, soonest, addDays(soonest, PAYMENT_WINDOW_DAYS))
    }
  }
}

function bankingDays({ calendar }: FundingHours, from: LocalDate, to: LocalDate): LocalDate[] {
  const days: LocalDate[] = []
  for (let day = calendar.onOrAfter(from); day <= to; day = calendar.next(day)) days.push(day)
  return days
}
