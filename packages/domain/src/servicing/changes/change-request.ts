import type { LocalDate } from '../../calendar/local-date.ts'
import type { PaySchedule } from '../../calendar/pay-calendar.ts'
import type { PaydayAvailability, PaydayOnHoliday } from '../../calendar/payday-rules.ts'
import type { PaymentFrequency } from '../../calendar/payroll-frequency.ts'
import type { Cents } from '../../money/cents.ts'
import type { ChangeType, PaymentMode, TransactionStatus } from '../../payments/codes.ts'
import type { PayrollAfter } from './change-plan.ts'

type Type<Name extends keyof typeof ChangeType> = (typeof ChangeType)[Name]

/** What a borrower asks for; 201 and 205 only by the hardship path. Source: domain.md §10. */
export type CustomerChangeRequest =
  | { readonly changeType: Type<'payOff'>; readonly date: LocalDate; readonly paymentMode: PaymentMode }
  | {
      readonly changeType: Type<'payOffInN'>
      readonly count: number
      readonly paymentMode: PaymentMode
      /** Due date of the first payment that changes; the first that can where nothing is said. */
      readonly from?: LocalDate
    }
  | {
      readonly changeType: Type<'payFixedAmount'>
      readonly amount: Cents
      readonly paymentMode: PaymentMode
      readonly from?: LocalDate
    }
  | {
      readonly changeType: Type<'payDown'>
      readonly date: LocalDate
      readonly amount: Cents
      readonly effect: PayDownEffect
      readonly paymentMode: PaymentMode
    }
  /** All debits from now on; with a number the debit of that one payment. */
  | { readonly changeType: Type<'revokeFutureAch'>; readonly number?: number }
  | {
      readonly changeType: Type<'changePayrollDate'> | Type<'changePayrollFrequency'>
      readonly paySchedule: PaySchedule
      /** How often payments fall due from now on; as before where nothing is said and it is still offered. */
      readonly frequency?: PaymentFrequency
    }
  | { readonly changeType: Type<'paydayOnHoliday'>; readonly onHoliday: PaydayOnHoliday }
  | { readonly changeType: Type<'paydayAvailability'>; readonly availability: PaydayAvailability }
  | { readonly changeType: Type<'changePaymentMode'>; readonly paymentMode: PaymentMode }

/** Fewer payments of the same amount, the same dates with a smaller amount, or what is due: past due first. */
export type PayDownEffect = 'shorter' | 'smaller' | 'due'

/** What an employee changes of the schedule. */
export type EmployeeChangeRequest =
  | { readonly changeType: Type<'skip'>; readonly number: number }
  | { readonly changeType: Type<'makeup'>; readonly number: number; readonly date: LocalDate }
  | {
      readonly changeType: Type<'partialMakeup'>
      readonly number: number
      readonly date: LocalDate
      readonly amount: Cents
    }
  | { readonly changeType: Type<'changeAmount'>; readonly number: number; readonly amount: Cents }
  | { readonly changeType: Type<'changeMode'>; readonly paymentMode: PaymentMode }
  | { readonly changeType: Type<'changeDate'>; readonly number: number; readonly date: LocalDate }

/** Money back to the borrower, 301 to 306. */
export interface RefundRequest {
  readonly changeType:
    | Type<'refundOverpayment'>
    | Type<'refundDuplicateDebit'>
    | Type<'refundFee'>
    | Type<'refundInterest'>
    | Type<'refundGoodwill'>
    | Type<'refundAfterCancellation'>
  readonly amount: Cents
  /** The payment that was taken twice (302): the id of its event; else null. */
  readonly eventId: string | null
  /** Refunds of the same kind before, so that a fee goes back once. */
  readonly refundedOfKind: Cents
  /** Whether the account came back as R02, R03 or R04 and was not repaired since. */
  readonly accountReturned: boolean
}

/** A transaction moved by hand: 901 rejects one on batch, 903 checks a manual receipt. */
export interface ManualMoveRequest {
  readonly changeType: Type<'manualReject'> | Type<'manualChecked'>
  readonly transactionNo: string
  readonly status: TransactionStatus
  /** Entered by a person, not by the batch. */
  readonly isManual: boolean
}

/** Takes back an open change, 905. */
export interface CancelChangeRequest {
  readonly changeType: Type<'cancelChange'>
  readonly change: {
    readonly cutOffAt: Date
    readonly deletedNumbers: readonly number[]
    readonly newNumbers: readonly number[]
    /** Status of the debit it made; null where it made none. */
    readonly debitStatus: TransactionStatus | null
    readonly paymentModeBefore: PaymentMode
    /** How the borrower was paid before a payroll change; null where it changed nothing of it. */
    readonly payrollBefore: PayrollAfter | null
  }
}

/** Every change of a live loan. */
export type ChangeRequest =
  | CustomerChangeRequest
  | EmployeeChangeRequest
  | RefundRequest
  | ManualMoveRequest
  | CancelChangeRequest
