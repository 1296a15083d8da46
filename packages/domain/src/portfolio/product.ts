import type { Cents } from '../money/cents.ts'
import type { Localized } from './localized.ts'

/** `standard` for everybody else; `military` for covered borrowers (32 CFR 232), MAPR at most 36 %. */
export type ProductKind = 'standard' | 'military'
export type InterestMethod = 'simpleDaily' | 'periodic' | 'precomputed'

/** What is charged before the borrower has the money: a share of principal, capped. Prepaid finance charge. */
export type OriginationFee = {
  /** Exact fraction of principal, "5/100". */
  readonly rate: string
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
  /** Exact yearly simple rate, "260/100" for 260 %. */
  readonly annualRate: string
  readonly minimumInstallments: number
  readonly maximumInstallments: number
  /** Most days from effective date to last due date. */
  readonly maximumTermDays: number
  /** The first due date is this many days after the effective date at least … */
  readonly firstDateMinimumDays: number
  /** … and at most. */
  readonly firstDateMaximumDays: number
  readonly originationFee: OriginationFee | null
  /** Charged once per returned item; zero for none. */
  readonly returnedPaymentFee: Cents
  /** Payroll frequency codes that payments may follow: weekly 17003, bi-weekly 17000. */
  readonly paymentFrequencies: readonly number[]
  /** Sample data, to be confirmed by counsel before real use. */
  readonly sample: boolean
}
