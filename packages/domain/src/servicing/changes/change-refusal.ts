import type { LocalDate } from '../../calendar/local-date.ts'
import type { Cents } from '../../money/cents.ts'
import type { WhyModeRefused } from '../../payments/mode-refusal.ts'

/** Why a kind of change is not offered now. */
export type WhyChangeRefused =
  /** No payment is left that could be changed. */
  | 'nothingToChange'
  /** Pay off in N takes fewer payments than are left. */
  | 'tooManyPayments'
  /** The last payment would lie beyond what the product allows, or there would be too many of them. */
  | 'termTooLong'
  /** Weekly payments are for those paid weekly. */
  | 'frequencyNotOffered'
  /** A payment is moved free of charge once. */
  | 'moveUsed'
  /** Only a missed payment is made up for. */
  | 'notMissed'
  /** The account came back closed or unknown (R02, R03, R04) and was not repaired. */
  | 'accountReturned'
  /** The transaction does not stand where this is done by hand. */
  | 'transactionStatus'
  /** Two installments would fall on one day. */
  | 'dayTaken'
  /** Nothing would be other than before. */
  | 'sameAsBefore'
  /** The schedule would come to something other than was asked. */
  | 'noEffect'

/**
 * Why a change is not made. Each reason is the name of its catalog code (contract, loan-codes.ts); the values
 * are what the page offers instead.
 */
export type ChangeRefusal =
  | { readonly reason: 'loanStatusInvalid' }
  /** Another change holds it up until this day. */
  | { readonly reason: 'changeAlreadyOpen'; readonly on: LocalDate }
  /** The payment is already on its way; `knownOn`: the day on which it is known whether it went through. */
  | { readonly reason: 'changeTooLate'; readonly dueDate: LocalDate | null; readonly knownOn?: LocalDate }
  | { readonly reason: 'changeTypeRefused'; readonly why: WhyChangeRefused }
  | { readonly reason: 'amountTooSmall'; readonly least: Cents }
  | { readonly reason: 'amountTooLarge'; readonly most: Cents }
  | { readonly reason: 'dateNotAvailable'; readonly dates: readonly LocalDate[] }
  /** The day could be had until the cut-off; `dates` are those that can still. */
  | { readonly reason: 'cutOffPassed'; readonly dates: readonly LocalDate[] }
  | { readonly reason: 'paymentModeRefused'; readonly why: WhyModeRefused }
  | { readonly reason: 'authorizationRequired' }
  | { readonly reason: 'changeNotCancelable' }
