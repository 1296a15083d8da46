import type { BankAccountType } from '../applications/codes.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'

/** One line of an account. */
export type BankTransaction = {
  readonly transactionId: string
  readonly date: LocalDate
  /** Positive into the account, negative out of it. */
  readonly amount: Cents
  readonly description: string
}

/** The numbers that an entry to or from an account carries. */
export type AccountNumbers = Pick<BankAccount, 'routingNumber' | 'accountNumber' | 'tokenMask'>

/** One account as a provider reports it. */
export type BankAccount = {
  readonly accountId: string
  readonly type: BankAccountType
  readonly name: string
  readonly routingNumber: string
  readonly accountNumber: string
  /**
   * The last digits that the bank shows to its customer, where `accountNumber` is a token that stands for the account
   * and has nothing to do with its own number. Source: docs/facts/vendors.md "Plaid".
   */
  readonly tokenMask?: string
  /** Further numbers that the bank gives for the same account; none where not named. */
  readonly otherNumbers?: readonly AccountNumbers[]
  readonly ownerNames: readonly string[]
  /** False for a closed account and for one that takes no electronic payments. */
  readonly open: boolean
  /** At the end of the report's day. */
  readonly balance: Cents
  readonly transactions: readonly BankTransaction[]
}

/** What one bank link told, whichever provider it went through. */
export type BankReport = {
  readonly institution: string
  /** The bank in the provider's directory; none where the provider does not say. */
  readonly institutionId?: string
  readonly asOf: LocalDate
  /** The provider could not be asked who owns the accounts, so a person has to look. */
  readonly ownersUnread?: true
  /** Lines of the bank that could not be read and are left out; none where not named. */
  readonly unreadLines?: number
  readonly accounts: readonly BankAccount[]
}
