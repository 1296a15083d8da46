import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { findContactCode } from '@dolphin/database/identity/contact-code-repository'
import { listContacts, saveContact } from '@dolphin/database/identity/contact-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { insertLoginCode, tryLoginCode } from '@dolphin/database/identity/login-code-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { ContactType } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import type { CustomerActor, SessionActor } from '../../http/actor.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import { newCode, newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { codeDigest } from './code-digest.ts'
import {
  addressOf,
  CODE_MINUTES,
  CODE_TRIES,
  type CodeAddress,
  deliverCode,
  maskAddress,
  mayBeTexted,
} from './code-delivery.ts'
import { addressProved } from '../notices/reach.ts'
import type { IdentityDeps } from './identity-deps.ts'

export interface SentCode {
  readonly maskedAddress: string
  readonly expiresAt: Date
}

const indexOf = ({ cipher }: IdentityDeps, value: string): string =>
  cipher.blindIndex('contacts.value', value)

/** Sends a code to a contact of the customer, to prove that it is theirs: by mail, or to a phone as a text. */
export async function sendContactCode(
  deps: IdentityDeps,
  unit: UnitOfWork,
  actor: SessionActor,
  contactType: ContactType,
): Promise<Result<SentCode>> {
  const found = await reachable(deps, unit, actor, contactType)
  if (!found.ok) return found
  const { address, openId } = found.value
  return await sendCodeTo(deps, unit, { portfolioId: actor.portfolioId, openId }, address)
}

/**
 * Takes another email address of the customer and sends a code to it. What was there is kept until the code is on its
 * way; notices go to the new one once it is verified.
 */
export async function giveEmail(
  deps: IdentityDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  email: string,
): Promise<Result<SentCode>> {
  const contact = { contactType: ContactType.alternativeEmail, value: email.trim(), verified: false }
  const sent = await sendCodeTo(deps, unit, actor, addressOf(contact))
  if (sent.ok) await saveContact(unit.tx, deps.cipher, actor, { contact, at: unit.now })
  return sent
}

async function sendCodeTo(
  deps: IdentityDeps,
  unit: UnitOfWork,
  { portfolioId, openId }: Owner,
  address: CodeAddress,
): Promise<Result<SentCode>> {
  const wait = await deps.limits.take(unit.tx, 'contactCodes', `${portfolioId}/${openId}`, unit.now)
  if (wait !== undefined) return refuseAndCommit('tooManyRequests', { retryAfterSeconds: wait.seconds })
  const flowId = newId(deps.random)
  const code = newCode(deps.random)
  const expiresAt = new Date(unit.now.getTime() + CODE_MINUTES * MINUTE_MS)
  await insertLoginCode(unit.tx, {
    flowId,
    portfolioId,
    openId,
    purpose: 'contact',
    contactType: address.contactType,
    sentBy: address.sentBy,
    addressHash: indexOf(deps, address.value),
    codeHash: codeDigest(deps.keys, flowId, code),
    expiresAt,
    firstSentAt: unit.now,
  })
  const message = { address, kind: 'contactCode', code, dedupKey: `contactCode/${flowId}` } as const
  await deliverCode(deps, unit, { portfolioId, openId }, message)
  return ok({ maskedAddress: maskAddress(address), expiresAt })
}

async function reachable(
  deps: IdentityDeps,
  { tx }: UnitOfWork,
  actor: SessionActor,
  contactType: ContactType,
): Promise<Result<{ readonly address: CodeAddress; readonly openId: string }>> {
  if (actor.kind !== 'customer') return refuse('contactNotVerifiable')
  const contacts = await listContacts(tx, deps.cipher, actor)
  const contact = contacts.find((one) => one.contactType === contactType)
  const customer = await findCustomer(tx, deps.cipher, actor)
  if (contact === undefined || customer === undefined) return refuse('contactNotVerifiable')
  const address = addressOf(contact)
  if (address.sentBy === 'sms') {
    if (deps.sms === undefined) return refuse('textMessagesNotAvailable')
    if (!mayBeTexted(customer)) return refuse('contactOptedOut')
  }
  return ok({ address, openId: actor.openId })
}

/** The code that was sent to a contact. */
interface ContactProof {
  readonly contactType: ContactType
  readonly code: string
}

/** Turns a contact's verify flag true by the code sent to it. Source: domain.md §3. */
export async function verifyContact(
  deps: IdentityDeps,
  unit: UnitOfWork,
  actor: SessionActor,
  { contactType, code }: ContactProof,
): Promise<Result<undefined>> {
  const wrong = {
    errors: [
      {
        elementKey: 'code',
        message: {
          en: 'This code is not right or has expired. Ask for a new one.',
          es: 'Este código no es correcto o venció. Pida uno nuevo.',
        },
      },
    ],
  }
  if (actor.kind !== 'customer') return refuse('contactCodeInvalid', wrong)
  const flow = await findContactCode(unit.tx, actor, contactType, unit.now)
  const contacts = await listContacts(unit.tx, deps.cipher, actor)
  const contact = contacts.find((one) => one.contactType === contactType)
  // The code proves the address it went to, not one that took its place meanwhile.
  if (flow === undefined || contact === undefined || flow.addressHash !== indexOf(deps, contact.value)) {
    return refuse('contactCodeInvalid', wrong)
  }
  const codeHash = codeDigest(deps.keys, flow.flowId, code)
  const result = await tryLoginCode(
    unit.tx,
    { flowId: flow.flowId, codeHash, maxTries: CODE_TRIES },
    unit.now,
  )
  if (result !== 'right') return refuseAndCommit('contactCodeInvalid', wrong)
  await saveContact(unit.tx, deps.cipher, actor, { contact: { ...contact, verified: true }, at: unit.now })
  await addressProved(deps, unit, actor, contact.value)
  return ok(undefined)
}
