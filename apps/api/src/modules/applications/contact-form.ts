import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  contactsVersion,
  deleteContact,
  listContacts,
  lockContacts,
  saveContact,
} from '@dolphin/database/identity/contact-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Owner } from '@dolphin/database/driver/owner'
import { acceptChanges } from '@dolphin/domain/form/changed-fields'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { type FormAnswers, isEmptyValue, valueText } from '@dolphin/domain/form/form-value'
import { validateForm } from '@dolphin/domain/form/validate-form'
import { CONTACT_KEYS, ContactType } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { actorName, type SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApplicationDeps } from './application-deps.ts'
import type { FormAnswersReply } from './form-reading.ts'
import { conflict, type FormSavedReply, type FormBorrower } from './form-saving.ts'
import { refuseFields, shownAnswers, validationContext } from './section-form.ts'

/** The form of a customer's contacts; its key is the account, not an application. */
export const CONTACT_FORM = 'contact'

interface ContactChange {
  readonly definition: FormDefinition
  readonly externalKey: string
  readonly changed: Readonly<Record<string, unknown>>
  readonly version: number
  readonly mode: FormActionMode
}

/** The customer's own contacts; a session limited to an application has no account and finds none. */
export async function readContactForm(
  deps: ApplicationDeps,
  actor: SessionActor,
  definition: FormDefinition,
  externalKey: string | undefined,
): Promise<Result<FormAnswersReply>> {
  if (actor.kind !== 'customer') return refuse('notFound')
  if (externalKey !== undefined && externalKey !== actor.openId) return refuse('notFound')
  const { db } = deps.database
  const version = await contactsVersion(db, actor)
  const shown = shownAnswers(definition, await storedContacts(deps, db, actor))
  return ok({ code: definition.code, externalKey: actor.openId, version, ...shown, fromReport: [] })
}

/**
 * Saves the changed contacts. A contact that changes is unverified until a code or a link sent to it comes back;
 * the address to sign in with is another matter and stays.
 */
export async function saveContactForm(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  { actor, portfolio }: FormBorrower,
  { definition, externalKey, changed, version, mode }: ContactChange,
): Promise<Result<FormSavedReply>> {
  if (actor.kind !== 'customer' || externalKey !== actor.openId) return refuse('notFound')
  const current = await lockContacts(unit.tx, actor)
  const stored = await storedContacts(deps, unit.tx, actor)
  if (version !== current) return conflict(definition, { answers: stored, version: current })
  const accepted = acceptChanges(definition, stored, changed)
  if (!accepted.ok) return refuseFields(accepted.error)
  const { answers } = accepted.value
  const errors = validateForm(
    definition,
    answers,
    validationContext(deps.calendar, unit.now, portfolio.timeZone),
  )
  if (errors.length > 0) return refuseFields(errors)
  if (mode === FormActionMode.save) await storeContacts(deps, unit, actor, accepted.value.changed)
  return ok({
    code: definition.code,
    externalKey,
    version: await contactsVersion(unit.tx, actor),
    ...shownAnswers(definition, answers),
    applicationNo: null,
    loanNo: null,
    loanFlags: [],
    endsApplication: false,
  })
}

async function storedContacts(
  { cipher }: ApplicationDeps,
  executor: Executor,
  owner: Owner,
): Promise<FormAnswers> {
  const contacts = await listContacts(executor, cipher, owner)
  return Object.fromEntries(contacts.map(({ contactType, value }) => [CONTACT_KEYS[contactType].key, value]))
}

async function storeContacts(
  { cipher }: ApplicationDeps,
  { tx, now }: UnitOfWork,
  actor: SessionActor & Owner,
  changed: FormAnswers,
): Promise<void> {
  const types = Object.values(ContactType).filter((type) => Object.hasOwn(changed, CONTACT_KEYS[type].key))
  for (const contactType of types) {
    const value = changed[CONTACT_KEYS[contactType].key]
    if (isEmptyValue(value)) await deleteContact(tx, actor, contactType)
    else
      await saveContact(tx, cipher, actor, {
        contact: { contactType, value: valueText(value), verified: false },
        at: now,
      })
  }
  if (types.length === 0) return
  const { portfolioId, openId } = actor
  const facts = { changed: Object.keys(changed) }
  const entry = {
    portfolioId,
    subject: openId,
    action: 'contactsSaved',
    actor: actorName(actor),
    facts,
    at: now,
  }
  await appendAudit(tx, entry)
}
