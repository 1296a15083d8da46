import type { BankingHours } from '../calendar/cut-off.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import type { PaydayRules, PaySchedule } from '../calendar/pay-calendar.ts'
import type { PaymentFrequency } from '../calendar/payroll-frequency.ts'
import type { LegalFact } from '../loans/legal-facts.ts'
import type { LoanState } from '../loans/loan-life.ts'
import type { Cents } from '../money/cents.ts'
import type { PaymentMode, TransactionPurpose, TransactionStatus } from '../payments/codes.ts'
import type { DebitHold } from '../payments/debit-eligibility/hold-ahead.ts'
import type { AccountEvent } from './account-event.ts'
import type { OverdueInstallment } from './arrears.ts'
import type { BeyondPlan } from './beyond-plan.ts'
import type { DebitToConfirm } from './changes/confirm-again.ts'
import type { OpenModification } from './changes/standing-beside.ts'
import type { AccountTerms } from './loan-account.ts'

/** An installment as it was agreed, with how far its payment has come. */
export interface AgreedInstallment {
  /** Never used twice in a loan, so that a changed schedule goes on counting. */
  readonly number: number
  readonly dueDate: LocalDate
  /** The most that is taken for it. */
  readonly amount: Cents
  /** Status of its newest transaction; `none` while there is none. */
  readonly status: TransactionStatus
  /** Bits of InstallmentFlag. */
  readonly flags: number
}

/** A debit that is planned or with the bank. */
export interface DebitInFlight {
  readonly transactionNo: string
  readonly installmentNumber: number | null
  readonly purpose: TransactionPurpose
  readonly status: TransactionStatus
  readonly effectiveDate: LocalDate
  readonly amount: Cents
}

/** What a product allows of a schedule. */
export interface ScheduleLimits {
  readonly maximumInstallments: number
  readonly maximumTermDays: number
}

/** A funded loan with all that a change of it depends on, at one moment. */
export interface ServicedLoan {
  readonly loanNo: string
  readonly state: LoanState
  /** Facts of law noted on the loan. */
  readonly legalFacts: readonly LegalFact[]
  readonly terms: AccountTerms
  /** Settled money and other facts of the debt up to now. */
  readonly events: readonly AccountEvent[]
  /** Of the plan that holds, deleted ones too, by number. */
  readonly installments: readonly AgreedInstallment[]
  readonly inFlight: readonly DebitInFlight[]
  /** Numbers of payments whose debit the borrower has stopped: they stay owed, and we take none of them. */
  readonly stopped: readonly number[]
  /** What a payment of what is due pays, in its order: payments past due, then those to come without a debit. */
  readonly toPay: readonly OverdueInstallment[]
  /** What is owed beside those. */
  readonly beyond: BeyondPlan
  readonly paySchedule: PaySchedule
  readonly paydayRules: PaydayRules
  readonly frequency: PaymentFrequency
  readonly limits: ScheduleLimits
  readonly paymentMode: PaymentMode
  /** Whether a signed authorization of future debits holds. */
  readonly authorized: boolean
  /** Why a payment of the schedule would not be taken, as things stand; null where nothing is in the way. */
  readonly hold: DebitHold | null
  /** The first day on which the account can be debited, where its bank is still being asked; else null. */
  readonly debitableFrom: LocalDate | null
  readonly open: OpenModification | null
  /** Of the open change, where its debit was not sent on its day; else null. */
  readonly toConfirm: DebitToConfirm | null
  readonly hours: BankingHours
  readonly now: Date
  /** The portfolio's day. */
  readonly today: LocalDate
  /** The portfolio's day on which the notice of a debit planned now leaves: tomorrow, late in the borrower's evening. */
  readonly noticeDay: LocalDate
}
