import { daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, divideHalfUp } from '../money/cents.ts'
import { type Rational, rational } from '../money/rational.ts'
import { dailyInterest, DAYS_PER_YEAR, periodInterest } from '../schedule/accrual.ts'

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

/** The part of a period's interest that its days up to and with a day earn, half-up to cents. */
function earnedBy(interest: Cents, { start, end }: InterestPeriod, day: LocalDate): bigint {
  if (day <= start) return 0n
  if (day >= end) return interest
  return divideHalfUp(interest * BigInt(daysBetween(start, day)), BigInt(daysBetween(start, end)))
}

/**
 * What a day earns on `principal`, exact in cents, for information where a payoff is quoted. A day inside a period
 * earns its share of the period's interest; after the last period nothing more is earned.
 */
export function interestOfDay(accrual: InterestAccrual, principal: Cents, day: LocalDate): Rational {
  if (principal <= 0n) return rational(0n, 1n)
  if (accrual.method === 'simpleDaily') {
    const { numerator, denominator } = accrual.annualRate
    return rational(principal * numerator, denominator * DAYS_PER_YEAR)
  }
  const isOf = ({ start, end }: InterestPeriod): boolean => day > start && day <= end
  if (accrual.method === 'periodic')
    return shareOfDay(accrual.periods.find(isOf), periodInterest(principal, accrual.unitRate))
  const period = accrual.periods.find(isOf)
  return shareOfDay(period, period?.charge ?? cents(0n))
}

const shareOfDay = (period: InterestPeriod | undefined, interest: Cents): Rational =>
  period === undefined ? rational(0n, 1n) : rational(interest, BigInt(daysBetween(period.start, period.end)))

/**
 * Interest earned on `principal` after `from` and up to `to` inclusive, half-up to cents at this accrual event. Our
 * decision for the two periodic methods, on which the sources are silent: part of a period earns its share by days,
 * counted from the period's start, so the parts of a period always sum to the whole; after the last period nothing
 * more is earned. The charge of a precomputed loan does not depend on the principal until that is repaid; then the
 * rest of it is never earned, which is the actuarial rebate.
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
    for (const period of accrual.periods)
      earned += earnedBy(interest, period, to) - earnedBy(interest, period, from)
  } else {
    for (const period of accrual.periods)
      earned += earnedBy(period.charge, period, to) - earnedBy(period.charge, period, from)
  }
  return cents(earned)
}
