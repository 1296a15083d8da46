import { REPORT_SECTIONS } from '@dolphin/domain/applications/sections'
import { findSection, saveSection } from '@dolphin/database/applications/application-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { SectionKey } from '@dolphin/domain/applications/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import type { FormAnswers } from '@dolphin/domain/form/form-value'
import { reopenedAnswers, reportAnswers } from '@dolphin/domain/verification/report-answers'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadVerifiedIncome, type VerifiedIncome } from './verified-income.ts'

const NOTHING: Readonly<Record<string, string>> = {}

type ReportDeps = Pick<Deps, 'cipher' | 'calendar'>

/**
 * What the newest bank report answers of a section, for the borrower to confirm. Nothing of other sections, and nothing
 * once the amount was asked for: what it was worked out from changes by the borrower alone.
 */
export async function loadReportAnswers(
  { cipher, calendar }: ReportDeps,
  executor: Executor,
  loan: Loan,
  section: SectionKey,
): Promise<Readonly<Record<string, string>>> {
  const wanted = REPORT_SECTIONS.find((key) => key === section)
  if (wanted === undefined || loan.status !== LoanStatus.initializing) return NOTHING
  const income = await loadVerifiedIncome(executor, cipher, calendar, loan)
  return income === undefined ? NOTHING : reportAnswers(income.report, income.summary, calendar)[wanted]
}

/**
 * After another report came: the sections that the borrower confirmed as the earlier one gave them wait to be confirmed
 * as the newest gives them, so that the borrower types no number that the bank has told. Before the amount is
 * asked for alone; to be called in the transaction that stores the report.
 */
export async function reopenConfirmed(
  { cipher, calendar }: ReportDeps,
  unit: UnitOfWork,
  loan: Loan,
  earlier: VerifiedIncome | undefined,
): Promise<void> {
  if (earlier === undefined || loan.status !== LoanStatus.initializing) return
  const before = reportAnswers(earlier.report, earlier.summary, calendar)
  for (const key of REPORT_SECTIONS) {
    const section = await findSection(unit.tx, cipher, loan, key)
    if (section?.complete !== true) continue
    const newer = await loadReportAnswers({ cipher, calendar }, unit.tx, loan, key)
    // A sealed section holds what validateForm accepted.
    const answers = reopenedAnswers(section.answers as FormAnswers, before[key], newer)
    if (answers === undefined) continue
    await saveSection(unit.tx, cipher, loan, {
      section: { ...section, answers, complete: false },
      readVersion: section.version,
      at: unit.now,
    })
  }
}
