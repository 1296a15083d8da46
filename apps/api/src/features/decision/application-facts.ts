import { incomeFacts } from '@dolphin/domain/decision/income-facts'
import type { Facts } from '@dolphin/domain/decision/facts'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { ageOn } from '@dolphin/domain/form/age'
import type { Military } from '@dolphin/domain/loan/military'
import { RiskReport } from '@dolphin/domain/loan/risk-report'
import { matchAccount } from '@dolphin/domain/verification/account-match'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import type { IncomeSummary } from '@dolphin/domain/verification/income'
import type { Applicant, Payroll, Statements, TypedBank } from '../../origination/applicant.ts'
import type { PersonRecord } from '../../origination/person-record.ts'

/** Everything that is known of an application at one moment. */
export interface KnownOfApplication {
  readonly applicant: Applicant
  readonly payroll: Payroll
  readonly bank: TypedBank
  readonly statements: Statements
  readonly report: BankReport
  readonly summary: IncomeSummary
  readonly record: PersonRecord
  /** By the covered-borrower database, not by self-identification. */
  readonly military: Military
  readonly ibvAttemptsLast30Days: number
  readonly today: LocalDate
}

/**
 * What the policy may ask, out of what is known. Pure. No risk report is bought by the shipped portfolios, so
 * that fact says that there is none.
 */
export function applicationFacts(known: KnownOfApplication): Facts {
  const { applicant, payroll, bank, statements, report, summary, record } = known
  return {
    age: ageOn(formatLocalDate(applicant.birthDate), known.today),
    state: applicant.address.state,
    blackListed: record.blackListed,
    identityMatches: record.identityMatches,
    suspectedFraud: record.suspectedFraud,
    inCollection: record.inCollection,
    chargedOffHere: record.chargedOffHere,
    bankruptcyOpen: record.bankruptcyOpen || statements.bankruptcyOpen,
    uncontactable: record.uncontactable,
    openLoansHere: record.openLoansHere,
    externalOpenLoans: statements.externalOpenLoans,
    militaryStatus: known.military,
    riskReport: RiskReport.noReport,
    applicationsLast30Days: record.applicationsLast30Days,
    ibvAttemptsLast30Days: known.ibvAttemptsLast30Days,
    customerCategory: record.category,
    loansPaidOff: record.loansPaidOff,
    latePayments: record.latePayments,
    ...incomeFacts(report, summary, matchAccount(report.accounts, bank), {
      firstName: applicant.firstName,
      lastName: applicant.lastName,
      monthlyNetIncome: payroll.statedMonthlyNetIncome,
    }),
  }
}
