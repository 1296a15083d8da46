import { type ValidationContext, validateForm } from '@dolphin/domain/form/validate-form'
import type { CallReply } from '@dolphin/contract/call'
import type { updateFormCall } from '@dolphin/contract/applications-forms'
import { findApplicationPage } from '@dolphin/database/applications/application-page-repository'
import {
  type Answers,
  openedSection,
  saveSection,
} from '@dolphin/database/applications/application-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { LoanFlag } from '@dolphin/domain/loans/codes'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import {
  correctableElements,
  isSectionEditable,
  type SectionProgress,
} from '@dolphin/domain/applications/sections'
import { acceptChanges } from '@dolphin/domain/form/changed-fields'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { type FormAnswers, valueText } from '@dolphin/domain/form/form-value'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { addressFault } from '@dolphin/domain/portfolios/served-address'
import { actorName, type SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { completedOf } from '../borrowers/answers.ts'
import { ensureLoanLink, linkOf } from '../loans/loan-link.ts'
import { progressOf } from '../borrowers/section-progress.ts'
import { ibvProgressOf } from '../borrowers/verified-income.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applyMilitary, applyPersonal, raiseStaleFlags, staleFlags, type SavedEdit } from './edit-effects.ts'
import { sectionBase } from './form-reading.ts'
import { sectionRepairs, type SectionRepairs } from './section-repairs.ts'
import {
  asFormAnswers,
  refuseFields,
  shownAnswers,
  validationContext,
  withoutShownMasks,
} from './section-form.ts'

export type FormSavedReply = CallReply<typeof updateFormCall>

/** What a browser sends: only what changed, and the version it had read. */
export interface SectionChange {
  readonly definition: FormDefinition
  readonly section: SectionKey
  readonly changed: Readonly<Record<string, unknown>>
  readonly version: number
  /** Preview stores nothing. */
  readonly mode: FormActionMode
  /** The borrower knows that another state, where nothing is lent, ends the application. */
  readonly mayEnd?: boolean
}

/** The answers after a save. */
interface JudgedChange {
  readonly answers: FormAnswers
  readonly changedKeys: readonly string[]
  /** Nothing is lent in the state that was corrected to. */
  readonly endsApplication: boolean
}

/** The answers before a change, and the elements that may change: all of them where left out. */
interface StoredAnswers {
  readonly stored: Answers
  readonly writable?: ReadonlySet<string> | undefined
}

/** The answers after a save, judged by every rule of the form. */
export function judgeChange(
  portfolio: Portfolio,
  context: ValidationContext,
  change: SectionChange,
  { stored, writable }: StoredAnswers,
): Result<JudgedChange> {
  const { definition, section, changed } = change
  const before = asFormAnswers(definition, stored)
  const accepted = acceptChanges(definition, before, withoutShownMasks(definition, before, changed), writable)
  if (!accepted.ok) return refuseFields(accepted.error)
  const { answers } = accepted.value
  const changedKeys = Object.keys(accepted.value.changed)
  const unserved = section === SectionKey.personal ? addressFault(portfolio, addressOf(answers)) : undefined
  const isCorrected = writable?.has('state') === true && changedKeys.includes('state')
  const endsApplication = unserved?.elementKey === 'state' && isCorrected
  const isKnown = change.mayEnd === true || change.mode === FormActionMode.preview
  if (unserved !== undefined && !(endsApplication && isKnown))
    return refuse('stateNotServed', { errors: [unserved] })
  const errors = validateForm(definition, answers, context)
  return errors.length > 0 ? refuseFields(errors) : ok({ answers, changedKeys, endsApplication })
}

const addressOf = ({ state, zip }: FormAnswers) => ({ state: valueText(state), zip: valueText(zip) })

/** Who fills in a form, at their portfolio. */
export interface FormBorrower {
  readonly actor: SessionActor
  readonly portfolio: Portfolio
}

/** The application that a borrower fills in. */
export interface BorrowersApplication extends FormBorrower {
  readonly applicationNo: string
}

/**
 * Saves the changed fields of a section of the borrower's own application. Locks the loan. The section must be open
 * in this state of the loan, no other save may have happened meanwhile, and every rule of the form must hold.
 */
export async function saveSectionChange(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  { actor, portfolio, applicationNo }: BorrowersApplication,
  change: SectionChange,
): Promise<Result<FormSavedReply>> {
  const found = await lockBorrowerLoan(unit.tx, actor, { applicationNo })
  if (!found.ok) return refuse('notFound')
  const loan = found.value
  const { definition, section } = change
  const { tokenHash } = linkOf(deps, loan, 'application', unit.now)
  const page = await findApplicationPage(unit.tx, deps.cipher, loan, tokenHash)
  const { progress } = progressOf(loan, completedOf(page.sections), ibvProgressOf(page.attempts))
  const isOpen = isSectionEditable(section, progress)
  const repairs = isOpen ? undefined : sectionRepairs(deps, loan, page.sections, unit.now)
  const writable = repairs && openElements(change, loan, progress, repairs)
  if (!isOpen && writable === undefined) return refuse('sectionNotEditable')
  const stored = page.sections.find(({ sectionKey }) => sectionKey === section)
  const base = await sectionBase(deps, unit.tx, loan, { section, saved: stored && openedSection(stored) })
  if (change.version !== base.version) return conflict(definition, base)
  const context = validationContext(deps.calendar, unit.now, portfolio.timeZone)
  const judged = judgeChange(portfolio, context, change, { stored: base.answers, writable })
  if (!judged.ok) return judged
  const { answers, changedKeys, endsApplication } = judged.value
  if (base.saved?.complete === true && changedKeys.length === 0) {
    return ok(savedReply(definition, loan, answers, base.version))
  }
  if (change.mode === FormActionMode.preview) {
    const flags = staleFlags(loan, section, changedKeys)
    return ok({ ...savedReply(definition, { ...loan, flags }, answers, base.version), endsApplication })
  }
  const complete = { sectionKey: section, answers, complete: true, formVersion: definition.version }
  const saved = await saveSection(unit.tx, deps.cipher, loan, {
    section: complete,
    readVersion: base.version,
    at: unit.now,
  })
  if (!saved.saved)
    return conflict(definition, await sectionBase(deps, unit.tx, loan, { section, saved: saved.current }))
  await noteSave(unit, loan, actorName(actor), { section, changedKeys })
  if (page.linkExpiresAt === undefined) await ensureLoanLink(deps, unit, loan, 'application')
  const flags = await applySave(deps, unit, loan, { section, changedKeys })
  return ok({ ...savedReply(definition, { ...loan, flags }, answers, saved.version), endsApplication })
}

/** Of a closed section: what a repair asks for, and what may be corrected until the signature; undefined for nothing. */
function openElements(
  { section, changed }: SectionChange,
  loan: Loan,
  progress: SectionProgress,
  repairs: SectionRepairs,
): ReadonlySet<string> | undefined {
  const correctable = correctableElements(section, loan)
  const isRepaired = isSectionEditable(section, { ...progress, toRepair: [...repairs.keys()] })
  if (isRepaired) return new Set([...(repairs.get(section) ?? []), ...correctable])
  const isCorrection = Object.keys(changed).every((key) => correctable.includes(key))
  return isCorrection && correctable.length > 0 ? new Set(correctable) : undefined
}

async function applySave(deps: ApplicationDeps, unit: UnitOfWork, loan: Loan, edit: SavedEdit) {
  if (edit.section === SectionKey.personal) await applyPersonal(deps, unit, loan)
  if (edit.section === SectionKey.question) await applyMilitary(deps, unit, loan)
  return await raiseStaleFlags(deps, unit, loan, edit)
}

/** The audit knows which fields changed, never to what. */
export async function noteSave(
  { tx, now }: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  actor: string,
  { section, changedKeys }: SavedEdit,
): Promise<void> {
  const facts = { section, changed: changedKeys }
  await appendAudit(tx, { portfolioId, subject: loanNo, action: 'sectionSaved', actor, facts, at: now })
}

/** Somebody saved meanwhile: the page shows both values, secrets masked. */
export function conflict(
  definition: FormDefinition,
  { answers, version }: { readonly answers: Answers; readonly version: number },
) {
  const { values, masked } = shownAnswers(definition, asFormAnswers(definition, answers))
  return refuse('conflict', { current: { version, values, masked } })
}

/** The loan of a form, with the flags that a save raises or would raise. */
interface AnsweredLoan extends Pick<Loan, 'applicationNo' | 'loanNo'> {
  readonly flags: readonly LoanFlag[]
}

export function savedReply(
  definition: FormDefinition,
  { applicationNo, loanNo, flags }: AnsweredLoan,
  answers: FormAnswers,
  version: number,
): FormSavedReply {
  const shown = shownAnswers(definition, answers)
  const loanFlags = [...flags]
  return {
    code: definition.code,
    externalKey: applicationNo,
    version,
    ...shown,
    applicationNo,
    loanNo,
    loanFlags,
    endsApplication: false,
  }
}
