import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents } from '../money/cents.ts'
import { compareRational, type Rational, rational } from '../money/rational.ts'
import { annualPercentageRateFromDates } from './apr.ts'
import { isWithinMilitaryLimit } from './mapr.ts'

/** One payment that will be collected, on the regular date by which the APR is measured. */
export interface CollectedPayment {
  readonly amount: Cents
  readonly date: LocalDate
}

/** What a borrower receives on a day and pays back. */
export interface CollectedLoan {
  readonly received: Cents
  readonly effectiveDate: LocalDate
  readonly payments: readonly CollectedPayment[]
}

/** The APR of what will be collected, as a ratio. Source: Regulation Z, 12 CFR 1026.22 and Appendix J. */
export const collectedApr = ({ received, effectiveDate, payments }: CollectedLoan): Rational =>
  annualPercentageRateFromDates([{ amount: received, date: effectiveDate }], payments)

/** An eighth of a percentage point, and a quarter for an irregular loan. Source: 12 CFR 1026.22(a)(2), (3). */
const TOLERANCE = { regular: rational(1n, 800n), irregular: rational(1n, 400n) } as const

/**
 * Whether the signed APR still holds for what will be collected: not above it by more than the tolerance. Payments are
 * regular where all but the first and the last are equal. Source: domain.md §14, "a later disbursement day is picked".
 */
export function isSignedAprKept(signed: Rational, loan: CollectedLoan): boolean {
  const [middle, ...others] = loan.payments.slice(1, -1)
  const isRegular = others.every(({ amount }) => amount === middle?.amount)
  const { numerator, denominator } = isRegular ? TOLERANCE.regular : TOLERANCE.irregular
  const most = rational(
    signed.numerator * denominator + numerator * signed.denominator,
    signed.denominator * denominator,
  )
  return compareRational(collectedApr(loan), most) <= 0
}

/**
 * Whether a covered borrower stays within the military rate in what will be collected. `outside`: charges that the finance
 * charge leaves out, taken as paid at the start. Source: 32 CFR 232.4(b), (c).
 */
export const isMilitaryCapKept = (loan: CollectedLoan, outside: Cents): boolean =>
  isWithinMilitaryLimit(collectedApr({ ...loan, received: cents(loan.received - outside) }))
