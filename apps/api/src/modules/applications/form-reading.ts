import type { CallReply } from '@dolphin/contract/call'
import type { readFormCall } from '@dolphin/contract/applications-forms'
import { findSection, type Section } from '@dolphin/database/applications/application-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import type { SectionKey } from '@dolphin/domain/applications/codes'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { ok } from '@dolphin/domain/outcome'
import type { SessionActor } from '../../http/actor.ts'
import { type Answer, refuse } from '../../refusal.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import type { ApplicationParts } from './application-parts.ts'
import { prefillOf } from './prefill.ts'
import { asFormAnswers, shownAnswers } from './section-form.ts'

export type FormAnswersReply = CallReply<typeof readFormCall>

/** What a section starts from: its saved answers if it has any, or what is known of the customer at version 0. */
export async function sectionBase(
  parts: ApplicationParts,
  executor: Executor,
  loan: Loan,
  section: SectionKey,
  saved: Section | undefined,
) {
  if (saved !== undefined) return { saved, answers: saved.answers, version: saved.version }
  const { portfolioId, openId } = loan
  const answers =
    openId === null ? {} : await prefillOf(parts, executor, { portfolioId, openId }, section, loan.createdAt)
  return { saved, answers, version: 0 }
}

/** The answers of a section of the borrower's own application. */
export async function readSection(
  parts: ApplicationParts,
  actor: SessionActor,
  definition: FormDefinition,
  section: SectionKey,
  applicationNo: string,
): Promise<Answer<FormAnswersReply>> {
  const executor = parts.database.db
  const loan = await findBorrowerLoan(executor, actor, { applicationNo })
  if (!loan.ok) return refuse('notFound')
  const saved = await findSection(executor, parts.cipher, loan.value, section)
  const { answers, version } = await sectionBase(parts, executor, loan.value, section, saved)
  const shown = shownAnswers(definition, asFormAnswers(definition, answers))
  return ok({ code: definition.code, externalKey: applicationNo, version, ...shown })
}

/** A form before there is an application: filled with what is known of the customer. */
export async function readNewSection(
  parts: ApplicationParts,
  owner: Owner,
  definition: FormDefinition,
  section: SectionKey,
  now: Date,
): Promise<FormAnswersReply> {
  const answers = await prefillOf(parts, parts.database.db, owner, section, now)
  const shown = shownAnswers(definition, asFormAnswers(definition, answers))
  return { code: definition.code, externalKey: null, version: 0, ...shown }
}
