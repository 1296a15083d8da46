import type { CallReply } from '@dolphin/contract/call'
import type { readFormCall } from '@dolphin/contract/applications-forms'
import { findSection, type Section } from '@dolphin/database/applications/application-repository'
import type { LoanName } from '@dolphin/database/loans/borrower-loan-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import type { SectionKey } from '@dolphin/domain/applications/codes'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import type { FormAnswers } from '@dolphin/domain/form/form-value'
import { ok } from '@dolphin/domain/outcome'
import { fillFromReport } from '@dolphin/domain/verification/report-answers'
import type { SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { loadReportAnswers } from '../borrowers/report-answers.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { prefillOf } from './prefill.ts'
import { asFormAnswers, shownAnswers } from './section-form.ts'

export type FormAnswersReply = CallReply<typeof readFormCall>

/** A section, and what is stored of it. */
interface SectionToOpen {
  readonly section: SectionKey
  readonly saved: Section | undefined
}

/**
 * What a section starts from: its saved answers where it is finished; else what is known of the customer, what the bank
 * report gives and what was answered so far, at version 0 before the first save.
 */
export async function sectionBase(
  deps: ApplicationDeps,
  executor: Executor,
  loan: Loan,
  { section, saved }: SectionToOpen,
) {
  const version = saved?.version ?? 0
  if (saved?.complete === true) return { saved, answers: saved.answers, version, fromReport: [] }
  const { portfolioId, openId } = loan
  const known =
    openId === null
      ? {}
      : await prefillOf(deps, executor, { portfolioId, openId }, { section, before: loan.createdAt })
  const report = await loadReportAnswers(deps, executor, loan, section)
  // A sealed section holds what validateForm accepted.
  const filled = fillFromReport(known as FormAnswers, report, (saved?.answers ?? {}) as FormAnswers)
  return { saved, version, ...filled }
}

/** A section and the form that asks for it. */
interface SectionForm {
  readonly definition: FormDefinition
  readonly section: SectionKey
}

/** The answers of a section of the borrower's own application. */
export async function readSection(
  deps: ApplicationDeps,
  actor: SessionActor,
  { definition, section }: SectionForm,
  name: LoanName,
): Promise<Result<FormAnswersReply>> {
  const executor = deps.database.db
  const loan = await findBorrowerLoan(executor, actor, name)
  if (!loan.ok) return refuse('notFound')
  const saved = await findSection(executor, deps.cipher, loan.value, section)
  const { answers, version, fromReport } = await sectionBase(deps, executor, loan.value, { section, saved })
  const shown = shownAnswers(definition, asFormAnswers(definition, answers))
  const given = fromReport.filter((key) => key in shown.values || key in shown.masked)
  const externalKey = loan.value.applicationNo
  return ok({ code: definition.code, externalKey, version, ...shown, fromReport: given })
}

/** A form before there is an application: filled with what is known of the customer. */
export async function readNewSection(
  deps: ApplicationDeps,
  owner: Owner,
  { definition, section }: SectionForm,
  now: Date,
): Promise<FormAnswersReply> {
  const answers = await prefillOf(deps, deps.database.db, owner, { section, before: now })
  const shown = shownAnswers(definition, asFormAnswers(definition, answers))
  return { code: definition.code, externalKey: null, version: 0, ...shown, fromReport: [] }
}
