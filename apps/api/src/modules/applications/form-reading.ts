import type { CallReply } from '@dolphin/contract/call'
import type { readFormCall } from '@dolphin/contract/applications-forms'
import { findSection, type Section } from '@dolphin/database/applications/application-repository'
import type { LoanName } from '@dolphin/database/loans/borrower-loan-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import type { SectionKey } from '@dolphin/domain/applications/codes'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { ok } from '@dolphin/domain/outcome'
import type { SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { prefillOf } from './prefill.ts'
import { asFormAnswers, shownAnswers } from './section-form.ts'

export type FormAnswersReply = CallReply<typeof readFormCall>

/** What a section starts from: its saved answers if it has any, or what is known of the customer at version 0. */
export async function sectionBase(
  deps: ApplicationDeps,
  executor: Executor,
  loan: Loan,
  section: SectionKey,
  saved: Section | undefined,
) {
  if (saved !== undefined) return { saved, answers: saved.answers, version: saved.version }
  const { portfolioId, openId } = loan
  const answers =
    openId === null ? {} : await prefillOf(deps, executor, { portfolioId, openId }, section, loan.createdAt)
  return { saved, answers, version: 0 }
}

/** The answers of a section of the borrower's own application. */
export async function readSection(
  deps: ApplicationDeps,
  actor: SessionActor,
  definition: FormDefinition,
  section: SectionKey,
  name: LoanName,
): Promise<Result<FormAnswersReply>> {
  const executor = deps.database.db
  const loan = await findBorrowerLoan(executor, actor, name)
  if (!loan.ok) return refuse('notFound')
  const saved = await findSection(executor, deps.cipher, loan.value, section)
  const { answers, version } = await sectionBase(deps, executor, loan.value, section, saved)
  const shown = shownAnswers(definition, asFormAnswers(definition, answers))
  return ok({ code: definition.code, externalKey: loan.value.applicationNo, version, ...shown })
}

/** A form before there is an application: filled with what is known of the customer. */
export async function readNewSection(
  deps: ApplicationDeps,
  owner: Owner,
  definition: FormDefinition,
  section: SectionKey,
  now: Date,
): Promise<FormAnswersReply> {
  const answers = await prefillOf(deps, deps.database.db, owner, section, now)
  const shown = shownAnswers(definition, asFormAnswers(definition, answers))
  return { code: definition.code, externalKey: null, version: 0, ...shown }
}
