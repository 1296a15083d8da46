import type { BankingHours } from '../../calendar/cut-off.ts'
import type { LocalDate } from '../../calendar/local-date.ts'
import type { LegalFact } from '../../loans/legal-facts.ts'
import type { LoanState } from '../../loans/loan-life.ts'
import type { Cents } from '../../money/cents.ts'
import type { AccountValidation } from '../account-validation.ts'
import type { PaymentMode, TransactionMode } from '../codes.ts'
import type { AuthorizationMedium } from '../standard-entry-class.ts'
import type { AccountAttempt } from './account-eligibility.ts'
import type { GivenNotice } from './notice-timing.ts'
import type { ReturnCode } from './return-codes.ts'

/** What a debit is for; the transaction's purpose as it is stored. */
export type DebitPurpose = 'installment' | 'payOff' | 'payDown' | 'payNow' | 'representment' | 'rescission'

/** Whether the same payment has gone to the bank before. */
export type Presentment =
  | 'first'
  /** After R01 or R09, unchanged. */
  | 'again'
  /** After R11, put right. */
  | 'corrected'
  /** After any other return, once the cause is mended: under an authorization given since. */
  | 'renewed'

/** A debit that somebody wants to make, or to show as coming. */
export interface DebitAttempt {
  readonly purpose: DebitPurpose
  /** The payment that it collects, as `installment/3` or `change/12`; the same in every presentment of it. */
  readonly item: string
  readonly presentment: Presentment
  readonly accountKey: string
  readonly rail: TransactionMode
  readonly effectiveDate: LocalDate
  readonly amount: Cents
  readonly entryDescription: string
  /** In the batch window (`send`), or beforehand: a page, a preview, operations. */
  readonly when: 'send' | 'plan'
  /** Asked to settle on the day it is sent. */
  readonly sameDay: boolean
}

/** One payment that an authorization covers: no earlier and no more. */
export interface AgreedDebit {
  readonly item: string
  readonly date: LocalDate
  readonly amount: Cents
}

/** An authorization of the borrower to take money from an account. */
export interface DebitAuthorization {
  readonly authorizationNo: string
  /** Signed with the agreement, signed again, or confirmed for one payment. */
  readonly kind: 'agreement' | 'renewed' | 'singlePayment'
  readonly medium: AuthorizationMedium
  readonly accountKey: string
  readonly grantedAt: Date
  readonly holdsFrom: LocalDate
  readonly revokedAt: Date | null
  readonly scope: readonly AgreedDebit[]
}

/** An unresolved return on the account: no repair, no new authorization, no manual review. */
export interface OpenReturn {
  readonly code: ReturnCode
  readonly item: string
  /** When we learned of it. */
  readonly knownAt: Date
  /** Of the return itself. */
  readonly settledOn: LocalDate
}

/** An earlier presentment of the attempt's item that reached the bank. */
export interface EarlierPresentment {
  readonly effectiveDate: LocalDate
  readonly amount: Cents
  /** Null while it stands: on its way or settled. */
  readonly returnedAs: ReturnCode | null
  /** When we learned of the return. */
  readonly returnedAt: Date | null
  readonly presentment: Presentment
}

/** The payment as it was agreed, before we moved it, to tell the unusual from the usual. */
export interface RegularPayment {
  readonly date: LocalDate
  readonly amount: Cents
  readonly rail: TransactionMode
}

export interface CurrentAccount {
  readonly key: string
  readonly formerKeys: readonly string[]
  readonly validation: AccountValidation
  /** The account's number is a token whose bank link has ended. */
  readonly isLinkEnded: boolean
}

/** The facts of the eligibility check. The caller reads them from the database in one transaction. */
export interface DebitEligibilityFacts {
  readonly loanState: LoanState
  /** Facts of law noted on the loan. */
  readonly legalFacts: readonly LegalFact[]
  readonly paymentMode: PaymentMode
  /** The loan's current account; `formerKeys` are of the same account before a notice of change. Null: none known. */
  readonly account: CurrentAccount | null
  readonly authorizations: readonly DebitAuthorization[]
  /** Debits of all the customer's loans, on any rail, from the attempt's account. */
  readonly accountAttempts: readonly AccountAttempt[]
  /** When authorizations signed anew (`renewed`, not revoked) were given for the account, of all its loans. */
  readonly renewals: readonly Date[]
  readonly openReturns: readonly OpenReturn[]
  /** Something that the bank sent and we could not apply may be about the loan. */
  readonly isBankEntryOpen: boolean
  readonly earlier: readonly EarlierPresentment[]
  /** What ends the debt on the effective date. */
  readonly owed: Cents
  /** Debits of the loan already with the bank or planned before this one, not counting the attempt. */
  readonly inFlight: Cents
  /** Days of the loan's other debits that have not cleared: agreed for, planned for, with the bank or settled. */
  readonly otherDebits: readonly LocalDate[]
  /** Null for a payment that the schedule does not have. */
  readonly regular: RegularPayment | null
  /** Whether an earlier debit of the loan reached the bank. */
  readonly debitedBefore: boolean
  /** Notices sent about this item for whatever amount, in their order. */
  readonly notices: readonly GivenNotice[]
  /** The borrower has paid besides since this debit was announced, or since its notice would have been due. */
  readonly hasPaidBeside: boolean
  readonly hours: BankingHours
  readonly now: Date
}
