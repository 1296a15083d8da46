import type { CallReply } from '@dolphin/contract/call'
import type { saveFormStepCall } from '@dolphin/contract/applications-forms'
import { type Answers, saveSection } from '@dolphin/database/applications/application-repository'
import { findCustomer, saveProfile } from '@dolphin/database/identity/customer-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { isSectionEditable } from '@dolphin/domain/applications/sections'
import { assert } from '@dolphin/domain/assert'
import { acceptChanges } from '@dolphin/domain/form/changed-fields'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import type { FormAnswers } from '@dolphin/domain/form/form-value'
import { type ValidationContext, validateForm } from '@dolphin/domain/form/validate-form'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { loadProgress } from '../borrowers/section-progress.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { sectionBase } from './form-reading.ts'
import { conflict, type BorrowersApplication, type FormBorrower } from './form-saving.ts'
import { prefillOf } from './prefill.ts'
import {
  asFormAnswers,
  refuseFields,
  shownAnswers,
  validationContext,
  withoutShownMasks,
} from './section-form.ts'

type StepReply = CallReply<typeof saveFormStepCall>

/** The answers of the steps that are filled in so far. */
export interface StepChange {
  readonly definition: FormDefinition
  readonly section: SectionKey
  readonly changed: Readonly<Record<string, unknown>>
  readonly version: number
  readonly elements: readonly string[]
}

/**
 * Keeps the steps of a section that is not finished: the section stays open, nothing is worked out from it, and the
 * borrower goes on from any device. A finished section changes by a whole save only. ux.md "Save and resume".
 */
export async function saveSectionStep(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  { actor, portfolio, applicationNo }: BorrowersApplication,
  change: StepChange,
): Promise<Result<StepReply>> {
  const found = await lockBorrowerLoan(unit.tx, actor, { applicationNo })
  if (!found.ok) return refuse('notFound')
  const loan = found.value
  const { definition, section } = change
  const { answers: read, progress } = await loadProgress(unit.tx, deps.cipher, loan)
  const saved = read.sections.get(section)
  if (saved?.complete === true || !isSectionEditable(section, progress)) return refuse('sectionNotEditable')
  const base = await sectionBase(deps, unit.tx, loan, { section, saved })
  if (change.version !== base.version) return conflict(definition, base)
  const judged = judgeStep(
    validationContext(deps.calendar, unit.now, portfolio.timeZone),
    change,
    base.answers,
  )
  if (!judged.ok) return judged
  const { answers, changed } = judged.value
  if (saved !== undefined && Object.keys(changed).length === 0) {
    return ok(stepReply(definition, applicationNo, base.version, answers))
  }
  const asked = answersOf(answers, [...Object.keys(saved?.answers ?? {}), ...change.elements])
  const stored = { sectionKey: section, answers: asked, complete: false, formVersion: definition.version }
  const kept = await saveSection(unit.tx, deps.cipher, loan, {
    section: stored,
    readVersion: base.version,
    at: unit.now,
  })
  assert(kept.saved, 'the loan is locked and the version was compared')
  return ok(stepReply(definition, applicationNo, kept.version, answers))
}

/** Of the answers, those that the steps asked for: what fills the steps to come is none of the borrower's yet. */
function answersOf(answers: FormAnswers, elements: readonly string[]): FormAnswers {
  const asked = new Set(elements)
  return Object.fromEntries(Object.entries(answers).filter(([key]) => asked.has(key)))
}

/** Keeps the first steps of a customer who has no application yet: they fill the form the next time. */
export async function saveBegunAnswers(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  { actor, portfolio }: FormBorrower,
  change: StepChange,
): Promise<Result<StepReply>> {
  const { definition, section } = change
  if (actor.kind !== 'customer' || section !== SectionKey.personal) return refuse('notFound')
  const customer = await findCustomer(unit.tx, deps.cipher, actor)
  if (customer === undefined) return refuse('notFound')
  const known = await prefillOf(deps, unit.tx, actor, { section, before: unit.now })
  const judged = judgeStep(validationContext(deps.calendar, unit.now, portfolio.timeZone), change, known)
  if (!judged.ok) return judged
  const { answers, changed } = judged.value
  const profile = { ...customer.profile, begun: { ...customer.profile.begun, ...changed } }
  await saveProfile(unit.tx, deps.cipher, actor, { profile, at: unit.now })
  return ok(stepReply(definition, null, 0, answers))
}

/** Only the named elements are taken and judged: what comes later is not answered yet. */
function judgeStep(
  context: ValidationContext,
  { definition, changed, elements }: StepChange,
  stored: Answers,
): Result<{ readonly answers: FormAnswers; readonly changed: FormAnswers }> {
  const named = new Set(elements)
  const before = asFormAnswers(definition, stored)
  const accepted = acceptChanges(definition, before, withoutShownMasks(definition, before, changed), named)
  if (!accepted.ok) return refuseFields(accepted.error)
  const { answers } = accepted.value
  const errors = validateForm(definition, answers, context)
  const here = errors.filter(({ elementKey }) => named.has(elementKey.split('.')[0] ?? elementKey))
  return here.length > 0 ? refuseFields(here) : ok(accepted.value)
}

function stepReply(
  definition: FormDefinition,
  externalKey: string | null,
  version: number,
  answers: FormAnswers,
): StepReply {
  return { code: definition.code, externalKey, version, ...shownAnswers(definition, answers) }
}
