import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listReturnsToRepair } from '@dolphin/database/loans/repair-repository'
import { findLoanAccount, type LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { listReturnedPrenotes } from '@dolphin/database/servicing/prenote-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import {
  endsToken,
  isReturnCode,
  RETURN_CODES,
  returnRule,
} from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { listOpenKindsOf } from '@dolphin/database/work-items/work-item-repository'
import { FUNDED_STATUSES, LIVE_STATUSES, LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'

/** Of a debit: the account cannot be used any more. */
const REPAIR_CODES = RETURN_CODES.filter((code) => returnRule(code).repair)
const ANSWERED_BY = { debits: REPAIR_CODES, deadToken: RETURN_CODES.filter(endsToken) }

/**
 * Money of these loans that came back because of the account and is not put right yet: home flag 6. All of one
 * customer. Source: domain.md §2; ach.md §2.
 */
export async function listOpenRepairs(
  executor: Executor,
  loans: readonly Loan[],
): Promise<MoneyTransaction[]> {
  const credits: MoneyTransaction[] = []
  for (const loan of loans.filter(({ status }) => status === LoanStatus.approved)) {
    credits.push(...(await returnedCredits(executor, loan)))
  }
  const funded = loans.filter(({ status }) => FUNDED_STATUSES.includes(status))
  const [first] = funded
  if (first === undefined) return credits
  const loanNos = funded.map(({ loanNo }) => loanNo)
  const repaying = new Set(
    funded.filter(({ status }) => LIVE_STATUSES.includes(status)).map(({ loanNo }) => loanNo),
  )
  const returned = await listReturnsToRepair(executor, first.portfolioId, loanNos, ANSWERED_BY)
  const open = returned.filter(({ type, loanNo }) => type === TransactionType.refund || repaying.has(loanNo))
  return [...credits, ...open]
}

/** Accounts in use of which the bank has said, to a prenote, that they cannot be used. */
async function listAccountsToReplace(executor: Executor, loans: readonly Loan[]): Promise<LoanAccount[]> {
  const repaying = loans.filter(({ status }) => LIVE_STATUSES.includes(status))
  const [first] = repaying
  if (first === undefined) return []
  const loanNos = repaying.map(({ loanNo }) => loanNo)
  const returned = await listReturnedPrenotes(executor, first.portfolioId, loanNos)
  return returned.filter(({ prenoteReturnCode: code, linkRequestCode }) => {
    if (code === null || !isReturnCode(code)) return false
    return returnRule(code).repair && !(linkRequestCode !== null && endsToken(code))
  })
}

/** Whether the borrower has to give another account: home flag 6. All loans are of one customer. */
export const isRepairOpen = async (executor: Executor, loans: readonly Loan[]): Promise<boolean> =>
  (await listOpenRepairs(executor, loans)).length > 0 ||
  (await listAccountsToReplace(executor, loans)).length > 0 ||
  (await isOtherAccountAllowed(executor, loans))

/** Whether a person has let one of these loans use another account than its link stands for. */
async function isOtherAccountAllowed(executor: Executor, loans: readonly Loan[]): Promise<boolean> {
  const waiting = loans.filter(
    ({ status }) => status === LoanStatus.approved || LIVE_STATUSES.includes(status),
  )
  const [first] = waiting
  if (first === undefined) return false
  const loanNos = waiting.map(({ loanNo }) => loanNo)
  const open = await listOpenKindsOf(executor, first.portfolioId, loanNos)
  return [...open.values()].some((kinds) => kinds.includes('otherAccountAllowed'))
}

/**
 * An approved loan has a credit under way; if its only ones came back, the account is to be put right, unless a new link
 * is waited for.
 */
async function returnedCredits(executor: Executor, loan: Loan): Promise<MoneyTransaction[]> {
  const all = await listTransactions(executor, loan)
  if (!hasCreditComeBack(all)) return []
  const isLinkEnded = ((await findLoanAccount(executor, loan))?.linkEndedAt ?? null) !== null
  return isLinkEnded ? [] : all.filter(isCredit)
}

const isCredit = ({ type }: MoneyTransaction): boolean => type === TransactionType.credit

/** Whether an approved loan has no credit under way any more. */
export const hasCreditComeBack = (transactions: readonly MoneyTransaction[]): boolean =>
  transactions.filter(isCredit).every(({ status }) => status === TransactionStatus.rejected)
