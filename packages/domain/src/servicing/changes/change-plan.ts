import type { LocalDate } from '../../calendar/local-date.ts'
import type { PaydayRules, PaySchedule } from '../../calendar/pay-calendar.ts'
import type { PaymentFrequency } from '../../calendar/payroll-frequency.ts'
import type { Cents } from '../../money/cents.ts'
import type { ChangeType, PaymentMode, TransactionStatus } from '../../payments/codes.ts'
import type { AccountEventKind } from '../account-event.ts'
import type { PayoffFigures } from '../payoff.ts'
import type { ProjectedPayment } from '../projection.ts'

/**
 * Where a row of a schedule comes from: money that cannot be stopped any more, an installment that was agreed
 * before, one that the change makes, or the single debit of the change.
 */
export type RowSource = 'inFlight' | 'agreed' | 'new' | 'single'

/** One payment still to come, as it will be if all before it are made. */
export interface ScheduleRow extends Omit<ProjectedPayment, 'number'> {
  /** The installment's number; null of a debit that pays none. */
  readonly number: number | null
  readonly source: RowSource
  /** A debit is planned for it or with the bank; null of a payment that none was made for yet. */
  readonly debit: 'planned' | 'sent' | null
  /** Bits of InstallmentFlag. */
  readonly flags: number
}

/** All payments still to come, by day. */
export interface ScheduleView {
  readonly rows: readonly ScheduleRow[]
  readonly totalOfPayments: Cents
  readonly totalInterest: Cents
  /** What the payments leave unpaid after the last: owed, but taken only with a new agreement. */
  readonly uncovered: Cents
  /** Null where nothing is to come. */
  readonly lastDate: LocalDate | null
}

/** An installment that a change makes; stored with the flag `new`. */
export interface NewInstallment {
  readonly number: number
  readonly dueDate: LocalDate
  /** The regular date that bank holidays moved; the due date itself where it follows no series. */
  readonly nominalDate: LocalDate
  readonly amount: Cents
}

/** One debit that the borrower confirms with the change; written as a transaction of status 0 when saved. */
export interface ChangeDebit {
  readonly purpose: 'payOff' | 'payDown' | 'payNow'
  /** The installment that it pays whole; left out of any other. */
  readonly number?: number | null
  readonly mode: PaymentMode
  /** The day on which it settles. */
  readonly date: LocalDate
  /** The earlier day whose quote it honors; left out where that is the day itself. */
  readonly quotedFor?: LocalDate
  readonly amount: Cents
}

/** What of the schedule a payment of what is due pays. */
export interface PaidDue {
  /** The one installment that it pays whole and alone; else null. */
  readonly number: number | null
  readonly isPastDue: boolean
}

/** A payment of the change that we do not take: until it arrives, nothing of the schedule changes. */
export interface ExpectedPayment {
  readonly mode: PaymentMode
  readonly amount: Cents
  /** The last day on which it may arrive. */
  readonly by: LocalDate
}

/** What the change does to the authorization of future debits; `needsNew` is signed before the change is saved. */
export type AuthorizationEffect = 'none' | 'revoke' | 'needsNew'

/** A debit on its way that a payoff does not count on: what of it is sent back (301) if it clears. */
export interface InFlightOfQuote {
  readonly transactionNo: string | null
  readonly dueDate: LocalDate
  readonly amount: Cents
  readonly refundIfCleared: Cents
  /** Last day of that refund: two banking days after both have settled. */
  readonly refundBy: LocalDate
}

/** What paying off on a day costs. Good until the change's `cutOffAt`. Source: domain.md §10. */
export interface PayoffQuote extends PayoffFigures {
  readonly inFlight: readonly InFlightOfQuote[]
}

/** What must be told of a debit that differs from the authorized schedule, and when. */
export interface DebitNotice {
  readonly number: number
  readonly dueDate: LocalDate
  readonly amount: Cents
  /** Unusual-withdrawal notice: first and last day, 7 to 3 banking days before (payday rule, 12 CFR 1041.9). */
  readonly unusualFrom: LocalDate
  readonly unusualBy: LocalDate
  /** Last day to tell of a larger amount (10 days, Regulation E) or another date (7 days, Nacha); null of neither. */
  readonly noticeBy: LocalDate | null
}

/** What the server writes into the debt besides payments. Source: account_entries, refunds. */
export interface ChangeEntry {
  readonly kind: AccountEventKind
  readonly date: LocalDate
  readonly amount: Cents
}

/** Where a transaction goes by hand (901, 903). */
export interface ChangeMove {
  readonly transactionNo: string
  readonly to: TransactionStatus
}

/** What a page or a notice says besides the figures. */
export type ChangeRemark =
  /** Money on its way is not stopped; `refundIfCleared` of the quote says what comes back. */
  | { readonly code: 'inFlight'; readonly amount: Cents; readonly lastDate: LocalDate }
  /** Debits in no file yet that the change leaves as they are. */
  | { readonly code: 'goesAsPlanned'; readonly amount: Cents; readonly lastDate: LocalDate }
  /** The change starts one or more paydays later, because a notice would come too late. */
  | { readonly code: 'startsLater'; readonly firstDate: LocalDate }
  /** So many dates more than before. */
  | { readonly code: 'datesAdded'; readonly count: number }
  | { readonly code: 'datesDropped'; readonly count: number }
  /** The payments do not cover all that is owed. */
  | { readonly code: 'uncovered'; readonly amount: Cents }
  /** No debit is made: the borrower sends this amount so that it arrives by this day. */
  | { readonly code: 'sendYourself'; readonly amount: Cents; readonly by: LocalDate }
  /** No debit is made: the lender charges this amount by phone, if the borrower calls by this day. */
  | { readonly code: 'payByPhone'; readonly amount: Cents; readonly by: LocalDate }
  /** The scheduled payments and their debits stay until an expected payment has arrived. */
  | { readonly code: 'scheduleStays' }
  /** A debit that the borrower had confirmed for this day is not made. */
  | { readonly code: 'debitDropped'; readonly amount: Cents; readonly date: LocalDate }
  /** It takes effect only if the payoff under way fails. */
  | { readonly code: 'onlyIfPayoffFails' }
  /** A payment on its way that help covers too: what becomes of it if it comes back or is not taken. */
  | ({ readonly code: 'coversInFlight' } & CoveredPayment)
  /** One payment is not taken: it is owed as before, and interest goes on so much a day, at most, until it arrives. */
  | {
      readonly code: 'paymentStopped'
      readonly amount: Cents
      readonly by: LocalDate
      readonly perDiem: Cents
    }
  /** A planned retry is withdrawn. */
  | { readonly code: 'retryWithdrawn'; readonly amount: Cents; readonly date: LocalDate }
  /** A retry was stopped: the payment stays past due, and interest goes on so much a day, at most. */
  | { readonly code: 'staysPastDue'; readonly amount: Cents; readonly perDiem: Cents }
  /** Debits end with this moment; where to pay is shown. */
  | { readonly code: 'debitsEnd'; readonly at: Date }
  /** The amount of most payments is this from now on. */
  | { readonly code: 'newAmount'; readonly amount: Cents }

/** A payment on its way that hardship assistance covers, if it comes back or is not taken. */
export interface CoveredPayment {
  readonly number: number
  /** The day on which it is to be taken. */
  readonly dueDate: LocalDate
  readonly amount: Cents
  /** The day that it moves to, after the last payment. */
  readonly movesTo: LocalDate
  /** What moving it adds to the total still to be paid: the interest of the days in between. */
  readonly cost: Cents
}

/** How the borrower is paid after a payroll change. */
export interface PayrollAfter {
  readonly paySchedule: PaySchedule
  readonly paydayRules: PaydayRules
  readonly frequency: PaymentFrequency
}

/**
 * A change of a live loan worked out: all that a preview shows and a save writes. Pure, so that the same loan, the
 * same request and the same moment give the same plan. Source: domain.md §10.
 */
export interface ChangePlan {
  readonly changeType: ChangeType
  readonly oldSchedule: ScheduleView
  readonly newSchedule: ScheduleView
  /** Agreed installments that the change removes: they get the flag `deleted` (and `cancelled` by 905). */
  readonly deletedNumbers: readonly number[]
  /** Installments that 905 brings back: the flag `deleted` is cleared. */
  readonly restoredNumbers: readonly number[]
  readonly newInstallments: readonly NewInstallment[]
  readonly debit: ChangeDebit | null
  /** Null where the change expects no payment from the borrower, or debits it. */
  readonly expected: ExpectedPayment | null
  /** Of a payment of what is due; else null. */
  readonly due: PaidDue | null
  /** Planned retries that the change withdraws: numbers of their transactions. */
  readonly withdraws: readonly string[]
  readonly entries: readonly ChangeEntry[]
  /** Payments that count no more, because they were taken twice and are sent back whole (302). */
  readonly uncounted: readonly string[]
  readonly moves: readonly ChangeMove[]
  readonly paymentModeAfter: PaymentMode
  readonly payrollAfter: PayrollAfter | null
  readonly authorization: AuthorizationEffect
  /** Numbers of the payments that are not taken after it, those stopped before among them. */
  readonly stopped: readonly number[]
  /** Still to be paid with what stays uncovered, new less old; negative saves money. */
  readonly costDifference: Cents
  readonly lastDateMovesByDays: number
  /** The first day that is other than before. */
  readonly holdsFrom: LocalDate
  /** The last moment at which this change can be saved as it is shown, and taken back. */
  readonly cutOffAt: Date
  /** More than 1.00 to pay, or an end more than 30 days later: the amendment is signed first (10003). */
  readonly needsSignature: boolean
  readonly quote: PayoffQuote | null
  readonly notices: readonly DebitNotice[]
  /** The first debit that differs from the authorized schedule; null where none does. */
  readonly notifiedFirstDate: LocalDate | null
  readonly remarks: readonly ChangeRemark[]
  /** Payments on their way that the change covers; none but of hardship assistance. */
  readonly covers: readonly CoveredPayment[]
}
