import type { Owner } from '@dolphin/database/driver/owner'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { allowCalls, findLanguage, forbidCalls } from '@dolphin/database/identity/customer-repository'
import { addressIndexOf, listOwnersOfAddress } from '@dolphin/database/notices/delivery-repository'
import {
  liftSuspension,
  suspendAddress,
  suspendedAddressesOf,
} from '@dolphin/database/notices/suspended-address-repository'
import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import { readTextReply, type TextReply } from '@dolphin/domain/notices/text-reply'
import { ok } from '@dolphin/domain/outcome'
import { formatPhone } from '@dolphin/domain/format/phone'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { signedTwilioForm, type TwilioWebhookSettings } from '@dolphin/integrations/delivery-webhooks/twilio'
import type { DeliveryWebhookMessage } from '@dolphin/integrations/delivery-webhooks/webhook-message'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { endAdvertising } from '../consents/end-advertising.ts'
import { followReach } from './reach.ts'

/** Where Twilio sends what borrowers text to us. */
export const TWILIO_TEXTS_PATH = '/webhooks/sms/twilio/incoming'

export type TextReplyDeps = Pick<Deps, 'units' | 'cipher' | 'sms' | 'portfolios'>

/** Twilio answers these itself, so a second answer would be one too many. Source: docs/facts/delivery.md §5, Twilio. */
const ANSWERED_BY_CARRIER =
  /^\s*(stop|stopall|unsubscribe|end|quit|cancel|revoke|optout|start|unstop|help|info)\s*$/i

const WORDS: Readonly<Record<TextReply, Localized>> = {
  stop: {
    en: '{brand}: you will get no more texts from us. We write by mail instead. Reply START to get texts again.',
    es: '{brand}: no recibirá más mensajes de texto. Le escribiremos por correo. Responda INICIAR para recibirlos otra vez.',
  },
  start: {
    en: '{brand}: you get texts again. Reply STOP to end them.',
    es: '{brand}: recibirá mensajes de texto otra vez. Responda ALTO para dejar de recibirlos.',
  },
  help: {
    en: '{brand}: call {phone} or write to {email}. Reply STOP to end texts.',
    es: '{brand}: llame al {phone} o escriba a {email}. Responda ALTO para no recibir más textos.',
  },
  other: {
    en: '{brand}: no one reads texts to this number. Call {phone} or write to {email}. Reply STOP to end texts.',
    es: '{brand}: nadie lee los textos a este número. Llame al {phone} o escriba a {email}. Responda ALTO para no recibir más.',
  },
}

/**
 * Takes a text message to us: STOP and START hold for every customer with that number, at once. Returns the answer as
 * Twilio reads it, or that it is not Twilio's. Again is harmless. Source: 47 CFR 64.1200(a)(10)-(12).
 */
export async function takeTextReply(
  deps: TextReplyDeps,
  settings: TwilioWebhookSettings,
  message: DeliveryWebhookMessage,
): Promise<string> {
  const form = signedTwilioForm(settings, message)
  if (form === undefined) return 'forged'
  const number = (form.get('From') ?? '').replace(/^\+1/, '')
  const text = form.get('Body') ?? ''
  const reply = readTextReply(text)
  const done = await deps.units.write(async (unit) => {
    const owners = await listOwnersOfAddress(unit.tx, addressIndexOf(deps.cipher, number))
    for (const owner of owners) await follow(deps, unit, { owner, number, reply })
    const [first] = owners
    return ok(first === undefined ? undefined : await wordsTo(deps, unit, first, reply))
  })
  const isAnswered = ANSWERED_BY_CARRIER.test(text) || form.has('OptOutType')
  return isAnswered || !done.ok || done.value === undefined ? twiml('') : twiml(done.value)
}

interface Followed {
  readonly owner: Owner
  readonly number: string
  readonly reply: TextReply
}

async function follow(
  deps: TextReplyDeps,
  unit: UnitOfWork,
  { owner, number, reply }: Followed,
): Promise<void> {
  const { tx, now } = unit
  const addressIndex = addressIndexOf(deps.cipher, number)
  if (reply === 'stop') {
    if (!(await suspendAddress(tx, owner, { addressIndex, event: 'optedOut' }, now))) return
    await forbidCalls(tx, owner, now)
    await endAdvertising(deps, unit, owner, 'textReply')
  } else if (reply === 'start') {
    const stopped = (await suspendedAddressesOf(tx, owner)).get(addressIndex)
    // What an employee or a dead number set is not the phone's to lift.
    if (stopped !== 'optedOut') return
    await liftSuspension(tx, owner, addressIndex)
    await allowCalls(tx, owner, now)
  } else return
  await followReach(deps, unit, owner)
  await appendAudit(tx, {
    portfolioId: owner.portfolioId,
    subject: owner.openId,
    action: reply === 'stop' ? 'textsStopped' : 'textsStarted',
    actor: `customer:${owner.openId}`,
    facts: { by: 'text' },
    at: now,
  })
}

async function wordsTo(
  { portfolios }: TextReplyDeps,
  { tx }: UnitOfWork,
  owner: Owner,
  reply: TextReply,
): Promise<string | undefined> {
  const lender = portfolios.byId(owner.portfolioId)?.portfolio.lender
  if (lender === undefined) return undefined
  return WORDS[reply][(await findLanguage(tx, owner)) ?? 'en']
    .replace('{brand}', lender.brandName)
    .replace('{phone}', formatPhone(lender.phone))
    .replace('{email}', lender.email)
}

const twiml = (text: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${text === '' ? '' : `<Message>${escapeHtml(text)}</Message>`}</Response>`
