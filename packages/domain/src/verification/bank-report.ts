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

/** One account as a provider reports it. */
export type BankAccount = {
  readonly accountId: string
  readonly type: BankAccountType
  readonly name: string
  readonly routingNumber: string
  readonly accountNumber: string
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
  readonly asOf: LocalDate
  readonly accounts: readonly BankAccount[]
}
