import type { LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import type { AccountDebit } from '@dolphin/database/loans/debit-standing-columns'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'
import type { Cents } from '@dolphin/domain/money/cents'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import {
  type AccountAttempt,
  attemptOutcome,
} from '@dolphin/domain/payments/debit-eligibility/account-eligibility'
import type { AgreedDebit, OpenReturn } from '@dolphin/domain/payments/debit-eligibility/debit-attempt'
import {
  endsToken,
  isReturnCode,
  type ReturnCode,
} from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { dateIn } from '@dolphin/domain/time/new-york'
import { itemOf, type PresentedTransaction } from './planned-debits.ts'

/** What came of the debits from a loan's account, for the eligibility check and for what is known ahead of it. */
export interface AccountHistory {
  readonly loan: { readonly loanNo: string }
  readonly account: Pick<LoanAccount, 'source' | 'createdAt'> | undefined
  readonly transactions: readonly PresentedTransaction[]
  /** Debits of the customer's loans from the account that reached the bank. */
  readonly sentDebits: readonly AccountDebit[]
  /** Since when returns before it are dealt with: repair, new authorization, or an employee. */
  readonly suspensionLiftedAt: Date | null
}

/** The debits from the loan's account, of all the customer's loans, as the two failures are counted. */
export const accountAttempts = ({ sentDebits }: Pick<AccountHistory, 'sentDebits'>): AccountAttempt[] =>
  sentDebits.map(({ transactionNo, sentAt, effectiveDate, status, returnCode, updatedAt }) => {
    const outcome = attemptOutcome(status as TransactionStatus, codeOf(returnCode))
    return { transactionNo, sentAt, effectiveDate, outcome, knownAt: outcome === 'open' ? null : updatedAt }
  })

/** A stored return code that the table knows; null of any other. */
export const codeOf = (code: string | null): ReturnCode | null =>
  code !== null && isReturnCode(code) ? code : null

/** Debits from the account that came back and were not dealt with since, of all the customer's loans. */
export function openReturns(
  { loan, account, transactions, sentDebits, suspensionLiftedAt }: AccountHistory,
  { timeZone }: Pick<BankingHours, 'timeZone'>,
): OpenReturn[] {
  return sentDebits.flatMap((one): OpenReturn[] => {
    const code = one.status === TransactionStatus.rejected ? codeOf(one.returnCode) : null
    const isOfFormerToken = account?.source === 'relinked' && one.sentAt < account.createdAt
    if (code === null || (isOfFormerToken && endsToken(code))) return []
    if (suspensionLiftedAt !== null && one.updatedAt <= suspensionLiftedAt) return []
    const item = one.loanNo === loan.loanNo ? itemOf(transactions, one) : `loan/${one.loanNo}`
    const settledOn = one.returnedOn ?? dateIn(one.updatedAt, timeZone)
    return [{ code, item, knownAt: one.updatedAt, settledOn }]
  })
}

/** An authorization of one payment covers the transaction that names it, presented once or again. */
export function singleScope(
  transactions: readonly (PresentedTransaction &
    Pick<MoneyTransaction, 'authorizationNo' | 'effectiveDate' | 'amount'>)[],
  authorizationNo: string,
  amount: Cents | null,
): AgreedDebit[] {
  const first = transactions.find(
    (one) => one.authorizationNo === authorizationNo && one.originalTransactionNo === null,
  )
  if (first === undefined) return []
  const { effectiveDate: date } = first
  return [{ item: itemOf(transactions, first), date, amount: amount ?? first.amount }]
}

/** Since when what came back of a loan is dealt with: its account is another, or a new authorization holds, or it resumed. */
export function liftedAtOf(
  account: Pick<LoanAccount, 'source' | 'createdAt'> | undefined,
  own: readonly { readonly kind: string; readonly grantedAt: Date; readonly revokedAt: Date | null }[],
  resumedAt: Date | undefined,
): Date | null {
  const given = own.filter(({ kind, revokedAt }) => kind !== 'singlePayment' && revokedAt === null)
  const instants = [
    resumedAt,
    // A new token for the same account answers no return.
    account?.source === 'relinked' ? undefined : account?.createdAt,
    ...given.map(({ grantedAt }) => grantedAt),
  ].filter((instant) => instant !== undefined)
  return instants.reduce<Date | null>((latest, one) => (latest === null || one > latest ? one : latest), null)
}

const SAME_ACCOUNT: readonly (LoanAccount['source'] | undefined)[] = ['noticeOfChange', 'relinked']

/** An account that a notice of change or a new link made is the one before it under another number. */
export function formerKeysOf(accounts: readonly Pick<LoanAccount, 'source' | 'accountKey'>[]): string[] {
  const keys: string[] = []
  for (let index = accounts.length - 1; index > 0; index -= 1) {
    if (!SAME_ACCOUNT.includes(accounts[index]?.source)) break
    const former = accounts[index - 1]
    if (former !== undefined) keys.push(former.accountKey)
  }
  return keys
}
