import type { Owner } from '@dolphin/database/driver/owner'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  allowCalls,
  type Customer,
  findCustomer,
  forbidCalls,
} from '@dolphin/database/identity/customer-repository'
import { addressIndexOf, listOwnersOfAddress } from '@dolphin/database/notices/delivery-repository'
import {
  liftSuspension,
  suspendAddress,
  suspendedAddressesOf,
} from '@dolphin/database/notices/suspended-address-repository'
import { formatPhone } from '@dolphin/domain/format/phone'
import { hasOptInFlag, OptInFlag } from '@dolphin/domain/identity/codes'
import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import { REFUSAL_WORDS_VERSION } from '@dolphin/domain/notices/refusal-words'
import { readTextReply, type TextReading } from '@dolphin/domain/notices/text-reply'
import { ok } from '@dolphin/domain/outcome'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { signedTwilioForm, type TwilioWebhookSettings } from '@dolphin/integrations/delivery-webhooks/twilio'
import type { DeliveryWebhookMessage } from '@dolphin/integrations/delivery-webhooks/webhook-message'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { endAdvertising } from '../consents/end-advertising.ts'
import { followReach, unverifyAddress } from './reach.ts'
import { passToEmployee, type TextForEmployeeDeps } from './text-for-employee.ts'

/** Where Twilio sends what borrowers text to us. */
export const TWILIO_TEXTS_PATH = '/webhooks/sms/twilio/incoming'

export type TextReplyDeps = TextForEmployeeDeps & Pick<Deps, 'units' | 'sms' | 'observability'>

/** Twilio answers these itself, so a second answer would be one too many. Source: docs/facts/delivery.md §5, Twilio. */
const ANSWERED_BY_CARRIER =
  /^\s*(stop|stopall|unsubscribe|end|quit|cancel|revoke|optout|start|unstop|help|info)\s*$/i

type Said = 'stop' | 'wrongNumber' | 'start' | 'startRefused' | 'help' | 'kept' | 'notKept'

/** START in both languages: the carrier's block ends with no Spanish word. Source: docs/facts/delivery.md §5. */
const WORDS: Readonly<Record<Said, Localized>> = {
  stop: {
    en: '{brand}: you will get no more texts from us. We write by mail instead. Reply START to get texts again.',
    es: '{brand}: no recibirá más mensajes de texto. Le escribiremos por correo. Responda START para recibirlos otra vez.',
  },
  wrongNumber: {
    en: '{brand}: sorry for the trouble. We send no more texts to this number.',
    es: '{brand}: disculpe la molestia. No enviaremos más mensajes de texto a este número.',
  },
  start: {
    en: '{brand}: you get texts again. Reply STOP to end them.',
    es: '{brand}: recibirá mensajes de texto otra vez. Responda ALTO para dejar de recibirlos.',
  },
  startRefused: {
    en: '{brand}: you asked our staff for no texts. To get them again, sign in and allow them under Sign-in and security.',
    es: '{brand}: usted pidió a nuestro personal no recibir textos. Para recibirlos, inicie sesión y permítalos en Acceso y seguridad.',
  },
  help: {
    en: '{brand}: call {phone} or write to {email}. Reply STOP to end texts.',
    es: '{brand}: llame al {phone} o escriba a {email}. Responda ALTO para no recibir más textos.',
  },
  kept: {
    en: '{brand}: we got your text. Our answer will be under Messages when you sign in, or call {phone}. Reply STOP to end texts.',
    es: '{brand}: recibimos su texto. Nuestra respuesta estará en Mensajes al iniciar sesión, o llame al {phone}. Responda ALTO para no recibir más.',
  },
  notKept: {
    en: '{brand}: we could not keep your text. Call {phone}, or sign in and write to us there. Reply STOP to end texts.',
    es: '{brand}: no pudimos guardar su texto. Llame al {phone}, o inicie sesión y escríbanos allí. Responda ALTO para no recibir más.',
  },
}

/** The language and lender of a number that is on no file are not known. */
const TO_UNKNOWN =
  'This number is not on file, so your text is not kept. Sign in and write to us there. Este número no está registrado y su texto no se guarda. Inicie sesión y escríbanos allí.'

/** A text message to us. */
interface IncomingText extends TextReading {
  /** Of the carrier: the same for a text that it sends again. */
  readonly name: string
  readonly number: string
  readonly text: string
}

/**
 * Takes a text message to us: STOP and START hold for every customer with that number, at once, and whatever says more
 * than a keyword reaches an employee. Returns the answer as Twilio reads it, or that it is not Twilio's. Again is
 * harmless. Source: 47 CFR 64.1200(a)(10)-(12).
 */
export async function takeTextReply(
  deps: TextReplyDeps,
  settings: TwilioWebhookSettings,
  message: DeliveryWebhookMessage,
): Promise<string> {
  const form = signedTwilioForm(settings, message)
  if (form === undefined) return 'forged'
  const text = form.get('Body') ?? ''
  const incoming = {
    name: form.get('MessageSid') ?? text,
    number: (form.get('From') ?? '').replace(/^\+1/, ''),
    text,
    ...readTextReply(text),
  }
  const done = await deps.units.write(async (unit) => ok(await take(deps, unit, incoming)))
  const isAnswered = ANSWERED_BY_CARRIER.test(text) || form.has('OptOutType')
  return isAnswered || !done.ok || done.value === undefined ? twiml('') : twiml(done.value)
}

/** Does what a text asks for; returns the answer, or undefined where none is due. */
async function take(
  deps: TextReplyDeps,
  unit: UnitOfWork,
  incoming: IncomingText,
): Promise<string | undefined> {
  const customers = await customersOf(deps, unit, incoming.number)
  const [first] = customers
  if (first === undefined) return await answerUnknown(deps, unit, incoming)
  let isStarted = true
  for (const customer of customers) isStarted = (await follow(deps, unit, customer, incoming)) && isStarted
  const said = await saidTo(deps, unit, customers, incoming)
  if (said === undefined) return undefined
  return wordsTo(deps, first, said === 'start' && !isStarted ? 'startRefused' : said)
}

async function customersOf(
  { cipher }: TextReplyDeps,
  { tx }: UnitOfWork,
  number: string,
): Promise<readonly Customer[]> {
  const owners = await listOwnersOfAddress(tx, addressIndexOf(cipher, number))
  const customers: Customer[] = []
  for (const owner of owners) {
    const customer = await findCustomer(tx, cipher, owner)
    if (customer !== undefined) customers.push(customer)
  }
  return customers
}

async function answerUnknown(
  { limits, observability }: TextReplyDeps,
  { tx, now }: UnitOfWork,
  { number, asks }: IncomingText,
): Promise<string | undefined> {
  observability.metrics.textReceived('unknown')
  if (asks === 'stop' || asks === 'wrongNumber') return undefined
  const wait = await limits.take(tx, 'unknownTextAnswers', number, now)
  return wait === undefined ? TO_UNKNOWN : undefined
}

/** Has an employee read what says more than a keyword; returns what is answered. */
async function saidTo(
  deps: TextReplyDeps,
  unit: UnitOfWork,
  customers: readonly Customer[],
  incoming: IncomingText,
): Promise<Said | undefined> {
  const { tx, now } = unit
  const { asks, name, number } = incoming
  deps.observability.metrics.textReceived(customers.length === 1 ? 'customer' : 'several')
  if (!incoming.isForEmployee) return asks === 'other' ? undefined : asks
  if ((await deps.limits.take(tx, 'repeatedTexts', name, now)) !== undefined)
    return asks === 'other' ? undefined : asks
  const isKept = await passToEmployee(deps, unit, customers, incoming)
  if (asks !== 'other') return asks
  // Who asked not to be texted gets no answer by text either.
  if (customers.some(({ optInFlags }) => hasOptInFlag(optInFlags, OptInFlag.doNotCall))) return undefined
  const wait = await deps.limits.take(tx, 'textAnswers', number, now)
  if (wait !== undefined) return undefined
  return isKept ? 'kept' : 'notKept'
}

/** STOP and START for one customer; false where START is not for the phone to say. */
async function follow(
  deps: TextReplyDeps,
  unit: UnitOfWork,
  customer: Customer,
  { asks, number }: IncomingText,
): Promise<boolean> {
  const { tx, now } = unit
  const addressIndex = addressIndexOf(deps.cipher, number)
  // What an employee noted, the signed-in customer allows again, not the phone.
  const isHeld = hasOptInFlag(customer.staffOptOuts, OptInFlag.doNotCall)
  if (asks === 'wrongNumber') {
    // What a stranger says of a number, a stranger's START does not lift: the customer proves it again.
    if (!(await suspendAddress(tx, customer, { addressIndex, event: 'failedHard' }, now))) return true
    await unverifyAddress(deps, unit, customer, number)
  } else if (asks === 'stop') {
    if (!(await suspendAddress(tx, customer, { addressIndex, event: 'optedOut' }, now))) return true
    await forbidCalls(tx, customer, now)
    await endAdvertising(deps, unit, customer, { how: 'textReply' })
  } else if (asks === 'start') {
    const stopped = (await suspendedAddressesOf(tx, customer)).get(addressIndex)
    // What a dead number set is not the phone's to lift.
    if (stopped !== 'optedOut') return !hasOptInFlag(customer.optInFlags, OptInFlag.doNotCall)
    await liftSuspension(tx, customer, addressIndex)
    if (!isHeld) await allowCalls(tx, customer, now)
  } else return true
  await followReach(deps, unit, customer)
  await auditText(unit, customer, asks)
  return !(asks === 'start' && isHeld)
}

const auditText = (
  { tx, now }: UnitOfWork,
  { portfolioId, openId }: Owner,
  asks: TextReading['asks'],
): Promise<void> =>
  appendAudit(tx, {
    portfolioId,
    subject: openId,
    action: asks === 'start' ? 'textsStarted' : 'textsStopped',
    actor: `customer:${openId}`,
    facts: { by: 'text', asks, words: REFUSAL_WORDS_VERSION },
    at: now,
  })

function wordsTo(
  { portfolios }: TextReplyDeps,
  { portfolioId, language }: Customer,
  said: Said,
): string | undefined {
  const lender = portfolios.byId(portfolioId)?.portfolio.lender
  if (lender === undefined) return undefined
  return WORDS[said][language]
    .replace('{brand}', lender.brandName)
    .replace('{phone}', formatPhone(lender.phone))
    .replace('{email}', lender.email)
}

const twiml = (text: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${text === '' ? '' : `<Message>${escapeHtml(text)}</Message>`}</Response>`
