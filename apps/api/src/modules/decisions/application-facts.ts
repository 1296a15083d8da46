import { incomeFacts } from '@dolphin/domain/decisions/income-facts'
import { isZipOutside } from '@dolphin/domain/applications/zip-state'
import type { FactsBeforeRisk } from '@dolphin/domain/decisions/risk'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { ageOn } from '@dolphin/domain/form/age'
import type { Military } from '@dolphin/domain/loans/codes'
import { matchAccount } from '@dolphin/domain/verification/account-match'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import type { IncomeSummary } from '@dolphin/domain/verification/income'
import type { Applicant, Payroll, Statements, TypedBank } from '../borrowers/applicant.ts'
import type { PersonRecord } from './person-record.ts'

/** Everything that is known of an application at one moment. */
export interface KnownOfApplication {
  readonly applicant: Applicant
  readonly payroll: Payroll
  readonly bank: TypedBank
  readonly statements: Statements
  readonly report: BankReport
  readonly summary: IncomeSummary
  readonly record: PersonRecord
  /** As it is decided on: by the database and by the applicant (covered-borrower.ts). */
  readonly military: Military
  readonly ibvAttemptsLast30Days: number
  readonly today: LocalDate
}

/** What the policy may ask, out of what is known. Pure. The risk report is the policy's own and comes after. */
export function applicationFacts(known: KnownOfApplication): FactsBeforeRisk {
  const { applicant, payroll, bank, statements, report, summary, record } = known
  return {
    age: ageOn(formatLocalDate(applicant.birthDate), known.today),
    state: applicant.address.state,
    blackListed: record.blackListed,
    identityMatches: record.identityMatches,
    suspectedFraud: record.suspectedFraud,
    nameChanged: record.nameChanged,
    secondApplication: record.secondApplication,
    zipContradictsState: isZipOutside(applicant.address.zip, applicant.address.state),
    inCollection: record.inCollection,
    chargedOffHere: record.chargedOffHere,
    bankruptcyOpen: record.bankruptcyOpen || statements.bankruptcyOpen,
    uncontactable: record.uncontactable,
    openLoansHere: record.openLoansHere,
    externalOpenLoans: statements.externalOpenLoans,
    militaryStatus: known.military,
    applicationsLast30Days: record.applicationsLast30Days,
    ibvAttemptsLast30Days: known.ibvAttemptsLast30Days,
    customerCategory: record.category,
    loansPaidOff: record.loansPaidOff,
    latePayments: record.latePayments,
    ...incomeFacts(report, summary, matchAccount(report.accounts, bank), {
      firstName: applicant.firstName,
      lastName: applicant.lastName,
      monthlyNetIncome: payroll.statedMonthlyNetIncome,
      externalOpenLoans: statements.externalOpenLoans,
    }),
  }
}
