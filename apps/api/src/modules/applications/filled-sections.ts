import { openedSection, type SealedSection } from '@dolphin/database/applications/application-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { SectionKey } from '@dolphin/domain/applications/codes'
import { SECTION_FORM_CODES } from '@dolphin/domain/applications/sections'
import { validateForm } from '@dolphin/domain/form/validate-form'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { REPORT_SECTIONS } from '@dolphin/domain/applications/sections'
import type { IbvProgress } from '../borrowers/verified-income.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { sectionBase } from './form-reading.ts'
import { asFormAnswers, validationContext } from './section-form.ts'

interface Answered {
  readonly sections: readonly SealedSection[]
  readonly ibv: IbvProgress
}

/**
 * The sections that are answered by the bank report and wait for the borrower to confirm: every rule of their form holds.
 * One that lacks an answer is left to be typed, filled with what the report gave.
 */
export async function filledSections(
  deps: ApplicationDeps,
  loan: Loan,
  { sections, ibv }: Answered,
  now: Date,
): Promise<readonly SectionKey[]> {
  const entry = deps.portfolios.byId(loan.portfolioId)
  if (entry === undefined || loan.status !== LoanStatus.initializing || !ibv.complete) return []
  const context = validationContext(deps.calendar, now, entry.portfolio.timeZone)
  const filled: SectionKey[] = []
  for (const section of REPORT_SECTIONS) {
    const saved = sections.find(({ sectionKey }) => sectionKey === section)
    const definition = entry.forms.get(SECTION_FORM_CODES[section] ?? '')
    if (definition === undefined || saved?.complete === true) continue
    const begun = saved && openedSection(saved)
    const { answers, fromReport } = await sectionBase(deps, deps.database.db, loan, { section, saved: begun })
    const errors = validateForm(definition, asFormAnswers(definition, answers), context)
    if (fromReport.length > 0 && errors.length === 0) filled.push(section)
  }
  return filled
}
