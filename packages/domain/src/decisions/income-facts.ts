import type { Cents } from '../money/cents.ts'
import type { AccountMatch } from '../verification/account-match.ts'
import type { BankReport } from '../verification/bank-report.ts'
import type { IncomeSummary } from '../verification/income.ts'
import { compareOwner } from '../identity/same-person.ts'
import { usableAccounts } from '../verification/usable-accounts.ts'
import type { Facts } from './facts.ts'

/** The facts that come from a bank link. */
export type IncomeFacts = Pick<
  Facts,
  | 'usableAccounts'
  | 'accountMatched'
  | 'accountOwnerMatches'
  | 'daysOfHistory'
  | 'monthlyNetIncome'
  | 'verifiedIncomePercent'
  | 'incomeRegularity'
  | 'daysSinceLastIncome'
  | 'averageBalance'
  | 'lowestBalance'
  | 'nsfCount30'
  | 'nsfCount90'
  | 'overdraftDays'
  | 'otherLenders'
  | 'otherLendersMonthly'
  | 'undeclaredLenders'
>

/** What the applicant said that the bank's answer is held against. */
export type StatedIncome = {
  readonly firstName: string
  readonly lastName: string
  /** Zero where none was asked for. */
  readonly monthlyNetIncome: Cents
  /** Open loans elsewhere, as stated. */
  readonly externalOpenLoans: number
}

/** Facts for the policy out of a bank report. */
export function incomeFacts(
  report: BankReport,
  summary: IncomeSummary,
  match: AccountMatch,
  stated: StatedIncome,
): IncomeFacts {
  const { monthlyNetIncome } = summary
  return {
    usableAccounts: summary.usableAccounts,
    accountMatched: match.result === 'matched',
    accountOwnerMatches: ownerMatches(report, match, stated),
    daysOfHistory: summary.daysOfHistory,
    monthlyNetIncome,
    verifiedIncomePercent:
      stated.monthlyNetIncome > 0n ? Number((monthlyNetIncome * 100n) / stated.monthlyNetIncome) : 100,
    incomeRegularity: summary.regularity,
    daysSinceLastIncome: summary.daysSinceLastIncome,
    averageBalance: summary.averageBalance,
    lowestBalance: summary.lowestBalance,
    nsfCount30: summary.nsfCount30,
    nsfCount90: summary.nsfCount90,
    overdraftDays: summary.overdraftDays,
    otherLenders: summary.otherLenders,
    otherLendersMonthly: summary.otherLendersMonthly,
    undeclaredLenders: Math.max(0, summary.otherLenders - stated.externalOpenLoans),
  }
}

/**
 * An owner of the matched account, else of any usable one, is the applicant; a bank that was asked and names no owner is
 * not held against the applicant. Where the bank could not be asked, a person looks.
 */
function ownerMatches(report: BankReport, match: AccountMatch, stated: StatedIncome): boolean {
  if (report.ownersUnread) return false
  const accounts = match.result === 'matched' ? [match.account] : usableAccounts(report.accounts)
  const owners = accounts.flatMap(({ ownerNames }) => ownerNames)
  return owners.length === 0 || owners.some((owner) => compareOwner(stated, owner) === 'same')
}
