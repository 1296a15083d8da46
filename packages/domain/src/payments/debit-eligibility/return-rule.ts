import type { Localized } from '../../portfolios/localized.ts'
import type { LoanEvent } from '../../loans/loan-edges.ts'

/** How long the receiver's bank has, counted from the settlement of the entry that it answers. */
export type ReturnDeadline =
  | { readonly unit: 'bankingDays' | 'calendarDays'; readonly days: number }
  | { readonly unit: 'nextFile' }
  | { readonly unit: 'none' }

/** Under which limits a return is counted besides the overall one; `none` counts under no limit. */
export type ReturnCount = 'overall' | 'administrative' | 'unauthorized' | 'none'

/** What a return asks of the lender. */
export type ReturnReaction =
  /** The same debit may be presented again, twice at most. */
  | 'representable'
  /** The account cannot be used: the borrower gives another, or corrects this one. */
  | 'newAccount'
  /** The borrower has to authorize debits again. */
  | 'newAuthorization'
  /** Not what was agreed: one corrected entry is allowed, automatic debits stop. */
  | 'correctable'
  /** Nothing is taken until a person has looked at the borrower's situation. */
  | 'suspend'
  /** Money to the borrower was refused and goes another way. */
  | 'returnedCredit'
  /** A person looks at it. */
  | 'review'
  /** Between the banks: about a return, not about the borrower. */
  | 'interbank'

/** Which further debits wait until the return is dealt with. */
export type ReturnStop =
  | 'nothing'
  /** No entry for this payment again. */
  | 'item'
  /** Nothing under an authorization given before the return. */
  | 'authorization'
  /** Nothing from the account. */
  | 'account'

/** What is sent to the borrower because of a return. */
export type ReturnNotice = 'paymentReturned' | 'bankRepair' | 'debitsStopped' | 'disbursementReturned'

/** What moves the loan because of a returned debit, if anything does. */
export type ReturnSuspension = Extract<
  LoanEvent,
  'suspendedHardReturn' | 'suspendedNoFuturePayment' | 'suspendedMiscellaneous'
>

/** One row of the reaction table. */
export interface ReturnRule {
  /** For operations. */
  readonly meaning: string
  /** For the borrower: what happened, in plain words. Null where it is no matter of theirs. */
  readonly words: Localized | null
  readonly deadline: ReturnDeadline
  readonly countsAs: ReturnCount
  readonly reaction: ReturnReaction
  readonly stops: ReturnStop
  /** Failed for insufficient funds: counts to the two of 12 CFR 1041.8. */
  readonly insufficientFunds: boolean
  readonly suspends: ReturnSuspension | null
  /** Home flag 6: the borrower is asked to repair the bank information. */
  readonly repair: boolean
  /** The installment is owed again and past due; false where the return changes nothing of the payment. */
  readonly undoesPayment: boolean
  /** The agreement's returned-payment fee, once for an item. */
  readonly chargesFee: boolean
  readonly notices: readonly ReturnNotice[]
  readonly source: string
}
