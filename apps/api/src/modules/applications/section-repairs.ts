import type { Answers, SealedSection } from '@dolphin/database/applications/application-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { SectionKey } from '@dolphin/domain/applications/codes'
import { LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { SECTION_FORM_CODES } from '@dolphin/domain/applications/sections'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { type ValidationContext, validateForm } from '@dolphin/domain/form/validate-form'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { ApplicationDeps } from './application-deps.ts'
import { asFormAnswers, validationContext } from './section-form.ts'

/** The elements whose stored answers have to be corrected, by section; sections in order have no row. */
export type SectionRepairs = ReadonlyMap<SectionKey, ReadonlySet<string>>

type RepairDeps = Pick<ApplicationDeps, 'repairCache' | 'calendar'> & {
  readonly portfolios: Pick<ApplicationDeps['portfolios'], 'byId'>
}
type ApplyingLoan = Pick<Loan, 'portfolioId' | 'applicationNo' | 'status' | 'subStatus'>

/**
 * Saved answers that their form would not take any more, such as after a new version of it. Asked for only
 * while the borrower is at the application: what an agreement was signed on is not put right afterward.
 * Answers that were judged by the same form on the same day are neither opened nor judged again (docs/decisions/hot-reads.md).
 */
export function sectionRepairs(
  { portfolios, repairCache, calendar }: RepairDeps,
  loan: ApplyingLoan,
  sections: readonly SealedSection[],
  now: Date,
): SectionRepairs {
  const repairs = new Map<SectionKey, ReadonlySet<string>>()
  const entry = portfolios.byId(loan.portfolioId)
  if (entry === undefined || !isApplying(loan)) return repairs
  const { timeZone } = entry.portfolio
  const today = dateIn(now, timeZone)
  for (const section of sections) {
    const definition = entry.forms.get(SECTION_FORM_CODES[section.sectionKey] ?? '')
    if (definition === undefined || !section.complete) continue
    const key = `${loan.portfolioId} ${loan.applicationNo} ${section.sectionKey}`
    const basis = [definition, today, section.sealed, calendar.closings]
    let elements = repairCache.find(key, basis)
    if (elements === undefined) {
      elements = elementsToRepair(definition, section.open(), validationContext(calendar, now, timeZone))
      repairCache.store(key, basis, elements)
    }
    if (elements.size > 0) repairs.set(section.sectionKey, elements)
  }
  return repairs
}

const isApplying = ({ status, subStatus }: ApplyingLoan): boolean =>
  status === LoanStatus.initializing ||
  (status === LoanStatus.originating && subStatus === OriginatingSubStatus.customerReview)

function elementsToRepair(
  definition: FormDefinition,
  answers: Answers,
  context: ValidationContext,
): ReadonlySet<string> {
  const errors = validateForm(definition, asFormAnswers(definition, answers), context)
  return new Set(errors.map(({ elementKey }) => elementKey.split('.')[0] ?? elementKey))
}
