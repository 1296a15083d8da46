import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import type { AgreementVersion } from '../payments/payment-order.ts'
import type { PostalAddress } from '../portfolios/portfolio.ts'
import type { DocumentLanguage, SignatureMark } from './document-model.ts'
import type { DocumentLender } from './party.ts'

/** All an agreement is made of. Plain data: figures are computed elsewhere and only written down here. */
export type AgreementInput = {
  readonly lender: DocumentLender
  readonly borrower: { readonly name: string; readonly address: PostalAddress; readonly email: string }
  readonly loanNo: string
  /** Version of this text; part of the terms digest. */
  readonly documentVersion: AgreementVersion
  readonly documentDate: LocalDate
  /** Settlement of the credit, from which interest runs. */
  readonly effectiveDate: LocalDate
  /** There where a person has yet to approve: the day, and the figures that follow from it, are estimates. */
  readonly isEstimate?: true
  /** Last day on which the borrower may cancel: the first banking day after settlement. */
  readonly cancelBy: LocalDate
  /** Yearly simple rate as a percent figure: "260.00". */
  readonly annualRate: string
  readonly frequency: 'weekly' | 'bi-weekly'
  readonly disclosure: AgreementDisclosure
  readonly itemization: AgreementItemization
  readonly installments: readonly AgreementInstallment[]
  /** What a coupon takes off; the figures and installments are those with it. */
  readonly coupon?: AgreementCoupon
  /** Once per returned item; zero for none. */
  readonly returnedPaymentFee: Cents
  readonly account: { readonly bankName: string; readonly type: string; readonly last4: string }
  /** The borrower's separate choice; the loan does not depend on it. */
  readonly achAuthorization: 'offered' | 'given' | 'declined'
  /** Paragraphs of the arbitration clause where the portfolio has one; left out for covered borrowers. */
  readonly arbitrationTerms?: readonly string[]
  /** A covered borrower under 32 CFR 232. */
  readonly coveredBorrower: boolean
  /** What the borrower's state asks for beyond federal law. */
  readonly stateTerms: { readonly stateName: string; readonly paragraphs: readonly string[] }
  /** Languages of the summary; the agreement itself is in English, which binds. */
  readonly summaryLanguages: readonly DocumentLanguage[]
  /** Absent until signed. */
  readonly signature?: AgreementSignature
}

export type AgreementDisclosure = {
  /** Annual percentage rate as a percent figure with two decimals: "258.32". */
  readonly apr: string
  readonly financeCharge: Cents
  readonly amountFinanced: Cents
  readonly totalOfPayments: Cents
}

/** principal = paidToBorrower + paidToOthers + prepaidFinanceCharge. Source: 12 CFR 1026.18(c). */
export type AgreementItemization = {
  readonly principal: Cents
  readonly paidToBorrower: Cents
  readonly paidToOthers: readonly { readonly payee: string; readonly amount: Cents }[]
  readonly prepaidFinanceCharge: Cents
}

/** A coupon: a fee not charged, and a credit on the interest of the payments. */
export type AgreementCoupon = {
  readonly couponCode: string
  /** By how much the finance charge is lower. */
  readonly saving: Cents
  /** The part of it that is the waived origination fee. */
  readonly waivedFee: Cents
}

export type AgreementInstallment = {
  readonly dueDate: LocalDate
  readonly amount: Cents
  readonly principal: Cents
  readonly interest: Cents
  readonly balanceAfter: Cents
}

export type AgreementSignature = {
  readonly mark: SignatureMark
  readonly signedAt: Date
  /** SHA-256 of the unsigned PDF that was shown, in hex: the bytes the borrower agreed to. */
  readonly shownSha256: string
  readonly requestCode: string
  /** The signer's steps in order, each with where it came from. */
  readonly steps: readonly SigningStep[]
  /** Names and versions of the consents given, such as "electronicRecords, version 1". */
  readonly consents: readonly string[]
}

export type SigningStep = {
  readonly kind: 'opened' | 'consented' | 'signed'
  readonly at: Date
  readonly ip: string
  /** As the browser named itself. */
  readonly userAgent: string
}
