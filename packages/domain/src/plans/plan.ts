import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { daysBetween, type LocalDate } from '../calendar/local-date.ts'
import type { PaydayRules, PaySchedule } from '../calendar/pay-calendar.ts'
import { type PaymentFrequency, PayrollFrequency, PAYROLL_PERIODS } from '../calendar/payroll-frequency.ts'
import type { CouponBenefit } from '../coupons/coupon.ts'
import type { CouponEffect } from '../coupons/coupon-effect.ts'
import { type Disclosure, disclose } from '../disclosure/disclose.ts'
import { isWithinMilitaryLimit, militaryApr } from '../disclosure/mapr.ts'
import { incomePerPayPeriod, percentOf } from '../decisions/limits.ts'
import { type Cents, cents, divideHalfUp, min, ZERO_CENTS } from '../money/cents.ts'
import { percentText } from '../money/percent.ts'
import { type Outcome, ok, refused } from '../outcome.ts'
import type { Product } from '../portfolios/product.ts'
import { buildSchedule } from '../schedule/build-schedule.ts'
import type { InstallmentDate, Schedule } from '../schedule/installment.ts'
import { datesFrom, type FirstDate, firstDates } from '../schedule/installment-dates.ts'

/** All that plans for one borrower on one day have in common. */
export interface PlanBasis {
  readonly product: Product
  readonly paySchedule: PaySchedule
  readonly rules: PaydayRules
  readonly calendar: BankCalendar
  /** Agreed settlement of the credit, from which interest runs. */
  readonly effectiveDate: LocalDate
  /** Bounds one installment by income; null where no income is known (a what-if without an account). */
  readonly affordable: { readonly monthlyNetIncome: Cents; readonly sharePercent: number } | null
  /** The coupon that the loan holds, if any. What is on offer does not depend on it. */
  readonly coupon?: CouponBenefit | undefined
}

/** What a borrower picks. */
export interface PlanChoice {
  readonly amount: Cents
  readonly frequency: PaymentFrequency
  /** Number of installments. */
  readonly count: number
  /** Due date of the first installment. */
  readonly firstDate: LocalDate
}

/** A plan with all its figures: what the picker shows, the API answers and the agreement prints. */
export interface Plan {
  readonly choice: PlanChoice
  readonly effectiveDate: LocalDate
  readonly schedule: Schedule
  readonly disclosure: Disclosure
  /** Origination fee, withheld from what is paid out. */
  readonly prepaidFinanceCharge: Cents
  /** Percent with two decimals, of the military product only. Source: 32 CFR 232.4. */
  readonly mapr: string | null
  /** Charges that no finance charge holds and the military rate counts. */
  readonly chargesOutside: Cents
  /** What a coupon takes off; null without one, or where it takes nothing off. */
  readonly coupon: CouponEffect | null
}

export type PlanRefusal =
  | 'amountOutOfRange'
  | 'frequencyNotOffered'
  | 'dateNotAvailable'
  | 'numberNotOffered'
  | 'installmentTooLarge'
  | 'rateTooHigh'

/** Weekly to those paid weekly, bi-weekly to all, as far as the product has them. Source: domain.md §7. */
export function frequenciesOffered({ product, paySchedule }: PlanBasis): readonly PaymentFrequency[] {
  const paidWeekly = paySchedule.frequency === PayrollFrequency.weekly
  return product.paymentFrequencies.filter(
    (frequency) => frequency === PayrollFrequency.biWeekly || paidWeekly,
  )
}

/** First dates to choose from, soonest first. */
export function firstDatesOffered(basis: PlanBasis, frequency: PaymentFrequency): readonly FirstDate[] {
  const { product, paySchedule, rules, calendar, effectiveDate } = basis
  const { firstDateMinimumDays: minimum, firstDateMaximumDays: maximum } = product
  return firstDates({
    paySchedule,
    rules,
    frequency,
    effectiveDate,
    calendar,
    firstDueAfterDays: { minimum, maximum },
  })
}

/** Numbers of installments that end within the product's longest term, fewest first. */
export function numbersOffered(
  basis: PlanBasis,
  frequency: PaymentFrequency,
  first: FirstDate,
): readonly number[] {
  const { minimumInstallments, maximumInstallments, maximumTermDays } = basis.product
  const dates = datesFrom(first.payday, { ...basis, frequency, count: maximumInstallments })
  const fits = ({ dueDate }: InstallmentDate) => daysBetween(basis.effectiveDate, dueDate) <= maximumTermDays
  return dates.flatMap((date, index) => (index + 1 >= minimumInstallments && fits(date) ? [index + 1] : []))
}

/** Origination fee on a principal: its share, half-up to the cent, at most the cap. */
export function originationFee({ originationFee: fee }: Product, principal: Cents): Cents {
  if (fee === null) return ZERO_CENTS
  return min(cents(divideHalfUp(principal * fee.rate.numerator, fee.rate.denominator)), fee.maximum)
}

/**
 * The most that one installment may be: the policy's share of the income of one installment period, rounded
 * down. Source: domain.md §7 (monthly net income × 12 / 26; × 12 / 52 for weekly installments, our decision).
 */
export function installmentLimit(
  { affordable }: Pick<PlanBasis, 'affordable'>,
  frequency: PaymentFrequency,
): Cents | null {
  if (affordable === null) return null
  const income = incomePerPayPeriod(affordable.monthlyNetIncome, PAYROLL_PERIODS[frequency].perYear)
  return percentOf(income, affordable.sharePercent)
}

/** Computes a plan without any coupon, or says which rule of product or policy is against it. Some milliseconds of work. */
export function computePlan(basis: PlanBasis, choice: PlanChoice): Outcome<Plan, PlanRefusal> {
  const { product, effectiveDate } = basis
  const { amount, frequency, count } = choice
  if (!isAmountOffered(product, amount)) return refused('amountOutOfRange')
  if (!frequenciesOffered(basis).includes(frequency)) return refused('frequencyNotOffered')
  const first = firstDatesOffered(basis, frequency).find(({ dueDate }) => dueDate === choice.firstDate)
  if (first === undefined) return refused('dateNotAvailable')
  if (!numbersOffered(basis, frequency, first).includes(count)) return refused('numberNotOffered')
  const schedule = buildSchedule({
    method: product.interestMethod,
    principal: amount,
    annualRate: product.annualRate,
    frequency,
    effectiveDate,
    dates: datesFrom(first.payday, { ...basis, frequency, count }),
  })
  const limit = installmentLimit(basis, frequency)
  if (limit !== null && schedule.levelPayment > limit) return refused('installmentTooLarge')
  const prepaidFinanceCharge = originationFee(product, amount)
  const credit = { principal: amount, prepaidFinanceCharge, effectiveDate }
  const chargesOutside = product.chargesOutsideFinanceCharge ?? ZERO_CENTS
  const mapr = product.kind === 'military' ? militaryApr(credit, schedule, chargesOutside) : null
  if (mapr !== null && !isWithinMilitaryLimit(mapr)) return refused('rateTooHigh')
  return ok({
    choice,
    effectiveDate,
    schedule,
    disclosure: disclose(credit, schedule),
    prepaidFinanceCharge,
    mapr: mapr === null ? null : percentText(mapr),
    chargesOutside,
    coupon: null,
  })
}

/** Within the product's range and on its step, counted from zero. */
function isAmountOffered(product: Product, amount: Cents): boolean {
  const inRange = amount >= product.minimumAmount && amount <= product.maximumAmount
  return inRange && amount % product.amountStep === 0n
}
