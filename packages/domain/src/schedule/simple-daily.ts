import { assert } from '../assert.ts'
import { daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, min } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import { DAYS_PER_YEAR, dailyInterest } from './accrual.ts'
import type { Installment, InstallmentDate } from './installment.ts'

/** A debt that bears simple daily interest, and the dates on which it will be paid. */
export interface SimpleDailyTerms {
  readonly principal: Cents
  readonly annualRate: Rational
  /** The day interest last ran to: the effective date of a new loan. */
  readonly accruedTo: LocalDate
  readonly dates: readonly InstallmentDate[]
}

/** The terms as plain numbers, with which one period takes nanoseconds. */
interface PlainTerms {
  readonly principal: number
  /** Twice what the interest of each period is a multiple of. */
  readonly factors: readonly number[]
  readonly halfUp: number
  readonly divisor: number
}

/**
 * The terms in numbers; undefined where one could pass 2^53, up to which whole numbers are exact. So is then a
 * quotient rounded down: it stays off the next whole number by at least one part in the divisor, which is more than
 * the precision of a number there. Nothing is rounded otherwise than with bigints.
 */
function plainTerms({ principal, annualRate, accruedTo, dates }: SimpleDailyTerms): PlainTerms | undefined {
  const { numerator, denominator } = annualRate
  const divisor = 2n * denominator * DAYS_PER_YEAR
  const allDays = BigInt(daysBetween(accruedTo, dates.at(-1)?.dueDate ?? accruedTo))
  if (2n * principal * (numerator * allDays + 1n) + 2n * divisor > BigInt(Number.MAX_SAFE_INTEGER))
    return undefined
  const twiceRate = 2 * Number(numerator)
  const factors = dates.map(
    ({ dueDate }, index) => twiceRate * daysBetween(dates[index - 1]?.dueDate ?? accruedTo, dueDate),
  )
  assert(
    factors.every((factor) => factor >= 0),
    'interest accrues forwards',
  )
  return {
    principal: Number(principal),
    factors,
    halfUp: Number(divisor / 2n),
    divisor: Number(divisor),
  }
}

const plainInterest = ({ halfUp, divisor }: PlainTerms, left: number, factor: number): number =>
  Math.floor((left * factor + halfUp) / divisor)

/** A date of the series with what is paid on it. */
function installmentOf(
  { dates, accruedTo }: SimpleDailyTerms,
  index: number,
  [payment, interest, balanceAfter]: readonly [bigint, bigint, bigint],
): Installment {
  const date = dates[index]
  assert(date !== undefined, 'there is a date of every installment')
  const { nominalDate, dueDate } = date
  return {
    number: index + 1,
    nominalDate,
    dueDate,
    days: daysBetween(dates[index - 1]?.dueDate ?? accruedTo, dueDate),
    payment: cents(payment),
    interest: cents(interest),
    principal: cents(payment - interest),
    balanceAfter: cents(balanceAfter),
  }
}

/**
 * The installments when each but the last is `payment` and the last is all that is left.
 * A payment goes to interest first; interest that it does not cover waits, bears none, and is paid next.
 */
export function simpleDailyInstallments(terms: SimpleDailyTerms, payment: Cents): Installment[] {
  const plain = plainTerms(terms)
  // A payment too large for a number is larger than all that is owed, in numbers too.
  if (plain !== undefined) return installmentsInNumbers(terms, plain, Number(payment))
  let left: bigint = terms.principal
  let unpaid = 0n
  return terms.dates.map(({ dueDate }, index) => {
    const days = daysBetween(terms.dates[index - 1]?.dueDate ?? terms.accruedTo, dueDate)
    const due = unpaid + dailyInterest(cents(left), terms.annualRate, days)
    const paid = index === terms.dates.length - 1 ? left + due : min(payment, cents(left + due))
    const interest = min(cents(paid), cents(due))
    left -= paid - interest
    unpaid = due - interest
    return installmentOf(terms, index, [paid, interest, left])
  })
}

function installmentsInNumbers(terms: SimpleDailyTerms, plain: PlainTerms, payment: number): Installment[] {
  let left = plain.principal
  let unpaid = 0
  return plain.factors.map((factor, index) => {
    const due = unpaid + plainInterest(plain, left, factor)
    const paid = index === plain.factors.length - 1 ? left + due : Math.min(payment, left + due)
    const interest = Math.min(paid, due)
    left -= paid - interest
    unpaid = due - interest
    return installmentOf(terms, index, [BigInt(paid), BigInt(interest), BigInt(left)])
  })
}

/** Whether the last payment is not larger when all before it are so many cents. */
function isEnoughInNumbers(plain: PlainTerms, payment: number): boolean {
  let left = plain.principal
  let unpaid = 0
  let owed = 0
  for (const factor of plain.factors) {
    const due = unpaid + plainInterest(plain, left, factor)
    owed = left + due
    const paid = Math.min(payment, owed)
    unpaid = Math.max(0, due - paid)
    left = owed - paid - unpaid
  }
  return owed <= payment
}

/**
 * Without rounding the debt at the end is linear in the payment, so the payment follows from it; from there the
 * cent is one or two away. Where interest waits unpaid it is farther, and steps that double find it.
 */
function smallestInNumbers(plain: PlainTerms): number {
  let grown = plain.principal
  let paidIn = 0
  for (const factor of plain.factors) {
    const growth = 1 + factor / plain.divisor
    grown *= growth
    paidIn = paidIn * growth + 1
  }
  const isEnough = (payment: number): boolean => isEnoughInNumbers(plain, payment)
  let enough = Math.max(1, Math.ceil(grown / paidIn))
  let tooSmall = enough
  for (let step = 1; !isEnough(enough); step *= 2) {
    tooSmall = enough
    enough += step
  }
  for (let step = 1; tooSmall > 0 && isEnough(tooSmall); step *= 2) {
    enough = tooSmall
    tooSmall = Math.max(0, tooSmall - step)
  }
  while (enough - tooSmall > 1) {
    const middle = Math.floor((tooSmall + enough) / 2)
    if (isEnough(middle)) enough = middle
    else tooSmall = middle
  }
  return enough
}

/**
 * The level payment: the smallest cent amount for which the last payment is not larger. A higher payment never
 * leaves more to pay at the end, so halving a range finds it.
 * Source: schedule conventions.
 */
export function smallestLevelPayment(terms: SimpleDailyTerms): Cents {
  assert(terms.principal > 0n, 'a loan has principal')
  assert(terms.dates.length > 0, 'a loan has at least one installment')
  const plain = plainTerms(terms)
  if (plain !== undefined) return cents(BigInt(smallestInNumbers(plain)))
  const isEnough = (payment: bigint): boolean => {
    const last = simpleDailyInstallments(terms, cents(payment)).at(-1)
    return last !== undefined && last.payment <= payment
  }
  let tooSmall = 0n
  let enough: bigint = terms.principal
  while (!isEnough(enough)) enough *= 2n
  while (enough - tooSmall > 1n) {
    const middle = (tooSmall + enough) / 2n
    if (isEnough(middle)) enough = middle
    else tooSmall = middle
  }
  return cents(enough)
}
