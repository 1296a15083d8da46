import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { compareRational, type Rational, rational } from '../money/rational.ts'
import { annualPercentageRateFromDates } from './apr.ts'

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
