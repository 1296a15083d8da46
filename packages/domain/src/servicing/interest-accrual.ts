import { daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, divideHalfUp } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import { dailyInterest, periodInterest } from '../schedule/accrual.ts'

/** A stretch of the agreed schedule: from the day after `start` to `end`, its due date. */
export interface InterestPeriod {
  readonly start: LocalDate
  readonly end: LocalDate
}

/** How interest grows on a loan: the three methods of a product. Source: domain.md §7. */
export type InterestAccrual =
  /** Actual days over 365 on the principal outstanding. */
  | { readonly method: 'simpleDaily'; readonly annualRate: Rational }
  /** The rate of one period on the principal outstanding, whatever the period's days. */
  | { readonly method: 'periodic'; readonly unitRate: Rational; readonly periods: readonly InterestPeriod[] }
  /** The charge fixed at the start, period by period. */
  | {
      readonly method: 'precomputed'
      readonly periods: readonly (InterestPeriod & { readonly charge: Cents })[]
    }

/** The days of a period that lie after `from` and up to `to`. */
const overlap = ({ start, end }: InterestPeriod, from: LocalDate, to: LocalDate): number =>
  Math.max(0, daysBetween(from > start ? from : start, to < end ? to : end))

/** The part of a period's interest that so many of its days earn, half-up to cents. */
function shareOf(interest: Cents, period: InterestPeriod, days: number): Cents {
  return days === 0
    ? cents(0n)
    : cents(divideHalfUp(interest * BigInt(days), BigInt(daysBetween(period.start, period.end))))
}

/**
 * Interest earned on `principal` after `from` and up to `to` inclusive, half-up to cents at this accrual event.
 * Part of a period earns its share by days (our decision for the two periodic methods; a payment on the due
 * dates meets whole periods, as agreed). After the last period those two earn nothing more.
 */
export function interestBetween(
  accrual: InterestAccrual,
  principal: Cents,
  from: LocalDate,
  to: LocalDate,
): Cents {
  if (to <= from || principal <= 0n) return cents(0n)
  if (accrual.method === 'simpleDaily')
    return dailyInterest(principal, accrual.annualRate, daysBetween(from, to))
  let earned = 0n
  if (accrual.method === 'periodic') {
    const interest = periodInterest(principal, accrual.unitRate)
    for (const period of accrual.periods) earned += shareOf(interest, period, overlap(period, from, to))
  } else {
    for (const period of accrual.periods) earned += shareOf(period.charge, period, overlap(period, from, to))
  }
  return cents(earned)
}
