import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import type { Localized } from '../portfolios/localized.ts'

/** What a coupon takes off. The principal is never touched. */
export const COUPON_KINDS = ['financeChargeAmount', 'financeChargePercent', 'originationFee'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]

/**
 * What a coupon gives on a loan. Fixed when it is applied, so that a later change of the lender's data changes
 * no loan that holds it.
 */
export type CouponBenefit = {
  readonly couponCode: string
  /** The least principal on which it takes anything off. */
  readonly minimumPrincipal: Cents
} & (
  | { readonly kind: 'financeChargeAmount'; readonly amount: Cents }
  /** Whole percent, 1 to 100, of the finance charge as it would be without the coupon. */
  | { readonly kind: 'financeChargePercent'; readonly percent: number }
  | { readonly kind: 'originationFee' }
)

/** Who may use a coupon; null leaves a question open. */
export type CouponConditions = {
  readonly productCodes: readonly string[] | null
  readonly states: readonly string[] | null
  readonly customers: 'any' | 'new' | 'returning'
}

/** One coupon of a portfolio. Data under `data/portfolios/<id>/coupons.json`. */
export type Coupon = {
  readonly couponCode: string
  readonly version: number
  readonly name: Localized
  /** Text for the borrower beside value, window and limits. */
  readonly terms: Localized
  readonly benefit: CouponBenefit
  readonly conditions: CouponConditions
  /** First and last day on which it can be applied, in the portfolio's time zone, both included. */
  readonly validFrom: LocalDate
  readonly validThrough: LocalDate
  /** Loans of one customer, and of all together; null for no limit. */
  readonly limitPerCustomer: number
  readonly limitTotal: number | null
  /** Only for customers to whom it was issued. */
  readonly personal: boolean
  /** Sample data, to be replaced before real use. */
  readonly sample: boolean
}
