import type { Loan } from '@dolphin/database/loan-repository'
import type { SectionKey } from '@dolphin/domain/application/section-key'
import { SECTION_FORM_CODES } from '@dolphin/domain/application/sections'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { type ValidationContext, validateForm } from '@dolphin/domain/form/validate-form'
import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { OriginatingSubStatus } from '@dolphin/domain/loan/loan-sub-status'
import type { ApplicationAnswers } from '../../origination/answers.ts'
import { asFormAnswers } from './section-form.ts'

/** The elements whose stored answers have to be corrected, by section; sections in order have no row. */
export type SectionRepairs = ReadonlyMap<SectionKey, ReadonlySet<string>>

/**
 * Saved answers that their form would not take any more, such as after a new version of it. Asked for only
 * while the borrower is at the application: what an agreement was signed on is not put right afterwards.
 */
export function sectionRepairs(
  { status, subStatus }: Pick<Loan, 'status' | 'subStatus'>,
  { sections }: ApplicationAnswers,
  forms: ReadonlyMap<string, FormDefinition> | undefined,
  context: ValidationContext,
): SectionRepairs {
  const isApplying =
    status === LoanStatus.initializing ||
    (status === LoanStatus.originating && subStatus === OriginatingSubStatus.customerReview)
  const repairs = new Map<SectionKey, ReadonlySet<string>>()
  for (const { sectionKey, answers, complete } of isApplying ? sections.values() : []) {
    const definition = forms?.get(SECTION_FORM_CODES[sectionKey] ?? '')
    if (definition === undefined || !complete) continue
    const errors = validateForm(definition, asFormAnswers(definition, answers), context)
    const keys = errors.map(({ elementKey }) => elementKey.split('.')[0] ?? elementKey)
    if (keys.length > 0) repairs.set(sectionKey, new Set(keys))
  }
  return repairs
}
