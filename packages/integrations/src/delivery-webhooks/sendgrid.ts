import { createPublicKey, verify } from 'node:crypto'
import { type JsonPart, readJson } from './json-part.ts'
import { judgedFailure } from './mail-fault.ts'
import {
  type DeliveryWebhookMessage,
  type DeliveryWebhookReading,
  FORGED,
  headerOf,
  type ProviderReport,
  UNREADABLE,
} from './webhook-message.ts'

const SIGNATURE = 'x-twilio-email-event-webhook-signature'
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp'
/** Our own choice, for SendGrid names none. */
const WINDOW_SECONDS = 300

/** SendGrid signs time and body by ECDSA P-256. Source: docs/facts/delivery.md §5, SendGrid. */
export function readSendgridWebhook(
  publicKey: string,
  message: DeliveryWebhookMessage,
  now: Date,
): DeliveryWebhookReading {
  const timestamp = headerOf(message, TIMESTAMP)
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp))
  // A repeat of an hour later is signed anew.
  if (!/^\d{1,12}$/.test(timestamp) || age > WINDOW_SECONDS) return FORGED
  const signed = Buffer.concat([Buffer.from(timestamp), message.body])
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const signature = Buffer.from(headerOf(message, SIGNATURE), 'base64')
  if (!verify('sha256', signed, key, signature)) return FORGED
  const json = readJson(message.body)
  if (json === undefined) return UNREADABLE
  return { kind: 'reports', reports: json.list().flatMap(reportOf) }
}

function reportOf(json: JsonPart): readonly ProviderReport[] {
  const id = json.at('sg_event_id').text
  if (id === undefined) return []
  const head = {
    reference: json.at('notice').text,
    providerId: json.at('sg_message_id').text?.split('.')[0],
    eventId: `sendgrid/${id}`,
  }
  const plain = { ...head, status: null, mailboxFull: false }
  const text = { text: json.at('reason').text ?? json.at('response').text, status: json.at('status').text }
  switch (json.at('event').text ?? '') {
    case 'processed':
      return [{ ...plain, event: 'accepted' }]
    case 'deferred':
      return [{ ...plain, event: 'delayed' }]
    case 'delivered':
      return [{ ...plain, event: 'delivered' }]
    case 'bounce':
      return [
        { ...head, ...judgedFailure(text, json.at('type').text === 'blocked' ? 'failedSoft' : 'failedHard') },
      ]
    case 'dropped':
      return [{ ...head, ...judgedFailure(text, 'failedHard') }]
    case 'spamreport':
      return [{ ...plain, event: 'complained' }]
    default:
      return []
  }
}
