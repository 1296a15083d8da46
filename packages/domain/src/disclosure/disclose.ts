import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents } from '../money/cents.ts'
import { percentText } from '../money/percent.ts'
import type { Rational } from '../money/rational.ts'
import type { Installment, Schedule } from '../schedule/installment.ts'
import { amountFinanced, type CreditTerms } from './amount-financed.ts'
import { annualPercentageRateFromDates } from './apr.ts'

/** Consecutive payments of one amount: a row of the payment schedule. */
export interface PaymentGroup {
  readonly count: number
  readonly amount: Cents
  readonly firstDueDate: LocalDate
  readonly lastDueDate: LocalDate
}

/** The figures of the federal box, the same for plan picker, API and agreement. */
export interface Disclosure {
  /** Percent, two decimals half-up, without the sign: "258.32". */
  readonly apr: string
  /** The same rate, exact, as a ratio. */
  readonly aprRatio: Rational
  readonly amountFinanced: Cents
  readonly financeCharge: Cents
  readonly totalOfPayments: Cents
  readonly paymentSchedule: readonly PaymentGroup[]
}

/** Neighboring installments of equal amount, gathered. Source: Regulation Z, 12 CFR 1026.18(g). */
function paymentGroups(installments: readonly Installment[]): PaymentGroup[] {
  const groups: PaymentGroup[] = []
  for (const { payment, dueDate } of installments) {
    const last = groups.at(-1)
    if (last?.amount === payment)
      groups[groups.length - 1] = { ...last, count: last.count + 1, lastDueDate: dueDate }
    else groups.push({ count: 1, amount: payment, firstDueDate: dueDate, lastDueDate: dueDate })
  }
  return groups
}

/**
 * The annual percentage rate of a schedule for an amount really received: one advance on the effective date,
 * payments on their regular dates.
 */
export function aprOfSchedule(received: Cents, effectiveDate: LocalDate, schedule: Schedule): Rational {
  const payments = schedule.installments.map(({ payment, nominalDate }) => ({
    amount: payment,
    date: nominalDate,
  }))
  return annualPercentageRateFromDates([{ amount: received, date: effectiveDate }], payments)
}

/**
 * Everything the federal box discloses. The APR is measured by regular dates: what weekends and bank holidays
 * shift is disregarded. Source: Regulation Z, 12 CFR 1026.18, 1026.17(c)(3), 1026.22 and Appendix J.
 */
export function disclose(terms: CreditTerms, schedule: Schedule): Disclosure {
  const financed = amountFinanced(terms)
  const aprRatio = aprOfSchedule(financed, terms.effectiveDate, schedule)
  return {
    apr: percentText(aprRatio),
    aprRatio,
    amountFinanced: financed,
    financeCharge: financeCharge(terms, schedule),
    totalOfPayments: schedule.totalOfPayments,
    paymentSchedule: paymentGroups(schedule.installments),
  }
}

/**
 * What the credit costs in dollars: total of payments less amount financed; the "Finance Charge" box.
 * Prepaid charge and interest together. Source: Regulation Z, 12 CFR 1026.4 and 1026.18(d).
 */
const financeCharge = (terms: CreditTerms, schedule: Schedule): Cents =>
  cents(schedule.totalOfPayments - amountFinanced(terms))
