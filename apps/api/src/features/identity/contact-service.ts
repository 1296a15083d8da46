import { findContactCode } from '@dolphin/database/contact-code-repository'
import { listContacts, saveContact } from '@dolphin/database/contact-repository'
import { insertLoginCode, tryLoginCode } from '@dolphin/database/login-code-repository'
import { ContactType } from '@dolphin/domain/identity/contact-type'
import { ok } from '@dolphin/domain/outcome'
import type { SessionActor } from '../../http/actor.ts'
import { type Answer, refuse, refuseAndKeep } from '../../http/refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { codeDigest } from './code-digest.ts'
import type { IdentityParts } from './identity-parts.ts'
import { maskEmail } from './mask-address.ts'
import { newCode, newId } from '../../secrets.ts'
import { CODE_MINUTES } from './sign-in-service.ts'

const CODE_TRIES = 5
const SENDS = { limit: 3, windowMs: CODE_MINUTES * 60_000 }
/** Mail is the only way a code can go today; a phone waits for a text-message adapter. */
const BY_MAIL: readonly ContactType[] = [ContactType.email, ContactType.alternativeEmail]

export interface SentCode {
  readonly maskedAddress: string
  readonly expiresAt: Date
}

/** Sends a code to a contact of the customer, to prove that it is theirs. */
export async function sendContactCode(
  parts: IdentityParts,
  unit: UnitOfWork,
  actor: SessionActor,
  contactType: ContactType,
): Promise<Answer<SentCode>> {
  if (actor.kind !== 'customer' || !BY_MAIL.includes(contactType)) return refuse('contactNotVerifiable')
  const contacts = await listContacts(unit.tx, parts.cipher, actor)
  const contact = contacts.find((one) => one.contactType === contactType)
  if (contact === undefined) return refuse('contactNotVerifiable')
  const wait = await parts.limits.take(
    unit.tx,
    `contact/${actor.portfolioId}/${actor.openId}`,
    SENDS,
    unit.now,
  )
  if (wait !== undefined) return refuseAndKeep('tooManyRequests', { retryAfterSeconds: wait.seconds })
  const { portfolioId, openId } = actor
  const flowId = newId(parts.random)
  const code = newCode(parts.random)
  const expiresAt = new Date(unit.now.getTime() + CODE_MINUTES * 60_000)
  const codeHash = codeDigest(parts.keys, flowId, code)
  const row = { flowId, portfolioId, openId, contactType, codeHash, expiresAt, firstSentAt: unit.now }
  await insertLoginCode(unit.tx, { ...row, purpose: 'contact' })
  await parts.notices.send(unit, {
    portfolioId,
    kind: 'loginCode',
    values: { code, validMinutes: String(CODE_MINUTES) },
    recipient: contact.value,
    openId,
    loanNo: null,
    dedupKey: `contactCode/${flowId}`,
  })
  return ok({ maskedAddress: maskEmail(contact.value), expiresAt })
}

/** Turns a contact's verify flag true by the code sent to it. Source: domain.md §3. */
export async function verifyContact(
  parts: IdentityParts,
  unit: UnitOfWork,
  actor: SessionActor,
  contactType: ContactType,
  code: string,
): Promise<Answer<undefined>> {
  const wrong = {
    errors: [{ elementKey: 'code', message: 'This code is not right or has expired. Ask for a new one.' }],
  }
  if (actor.kind !== 'customer') return refuse('contactCodeInvalid', wrong)
  const flow = await findContactCode(unit.tx, actor, contactType, unit.now)
  if (flow === undefined) return refuse('contactCodeInvalid', wrong)
  const codeHash = codeDigest(parts.keys, flow.flowId, code)
  const result = await tryLoginCode(
    unit.tx,
    { flowId: flow.flowId, codeHash, maxTries: CODE_TRIES },
    unit.now,
  )
  if (result !== 'right') return refuseAndKeep('contactCodeInvalid', wrong)
  const contacts = await listContacts(unit.tx, parts.cipher, actor)
  const contact = contacts.find((one) => one.contactType === contactType)
  if (contact === undefined) return refuse('contactNotVerifiable')
  await saveContact(unit.tx, parts.cipher, actor, { ...contact, verified: true }, unit.now)
  return ok(undefined)
}
