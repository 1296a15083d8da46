import type { PaymentFrequency } from '../calendar/payroll-frequency.ts'
import type { Cents } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import type { Localized } from './localized.ts'

/** `standard` for everybody else; `military` for covered borrowers (32 CFR 232), MAPR at most 36 %. */
export type ProductKind = 'standard' | 'military'
export type InterestMethod = 'simpleDaily' | 'periodic' | 'precomputed'

/** What is charged before the borrower has the money: a share of principal, capped. Prepaid finance charge. */
export type OriginationFee = {
  /** Share of principal: 0.05 is 5 %. */
  readonly rate: Rational
  readonly maximum: Cents
}

/** One loan product: domain.md §6. Data under `data/portfolios/<id>/products.json`. */
export type Product = {
  readonly productCode: string
  readonly version: number
  readonly kind: ProductKind
  readonly name: Localized
  readonly interestMethod: InterestMethod
  readonly minimumAmount: Cents
  readonly maximumAmount: Cents
  readonly amountStep: Cents
  /** Yearly simple rate: 2.60 is 260 %. */
  readonly annualRate: Rational
  readonly minimumInstallments: number
  readonly maximumInstallments: number
  /** Most days from effective date to last due date. */
  readonly maximumTermDays: number
  /** The first due date is this many days after the effective date at least … */
  readonly firstDateMinimumDays: number
  /** … and at most. */
  readonly firstDateMaximumDays: number
  readonly originationFee: OriginationFee | null
  /**
   * Application and participation fees, credit insurance and ancillary products that the borrower pays beside the loan:
   * no finance charge under Regulation Z, but counted by the military rate (32 CFR 232.4(c)). None where absent.
   */
  readonly chargesOutsideFinanceCharge?: Cents | undefined
  /** Charged once per returned item; zero for none. */
  readonly returnedPaymentFee: Cents
  readonly paymentFrequencies: readonly PaymentFrequency[]
  /** Sample data, to be confirmed by counsel before real use. */
  readonly sample: boolean
}
