import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { reportAnswers } from '@dolphin/domain/verification/report-answers'
import type { Deps } from '../../deps.ts'
import { loadVerifiedIncome } from './verified-income.ts'

/** The sections that a bank report answers. */
export const REPORT_SECTIONS = [SectionKey.employment, SectionKey.bank] as const

const NOTHING: Readonly<Record<string, string>> = {}

/**
 * What the newest bank report answers of a section, for the borrower to confirm. Nothing of other sections, and nothing
 * once the amount was asked for: what it was worked out from changes by the borrower alone.
 */
export async function loadReportAnswers(
  { cipher, calendar }: Pick<Deps, 'cipher' | 'calendar'>,
  executor: Executor,
  loan: Loan,
  section: SectionKey,
): Promise<Readonly<Record<string, string>>> {
  const wanted = REPORT_SECTIONS.find((key) => key === section)
  if (wanted === undefined || loan.status !== LoanStatus.initializing) return NOTHING
  const income = await loadVerifiedIncome(executor, cipher, calendar, loan)
  return income === undefined ? NOTHING : reportAnswers(income.report, income.summary, calendar)[wanted]
}
