import { createPublicKey, verify } from 'node:crypto'
import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import { faultOfSendgridBounce, faultOfSendgridDrop } from '@dolphin/domain/notices/faults/sendgrid'
import { type JsonPart, readJson } from './json-part.ts'
import { failure, judgedFailure } from './mail-fault.ts'
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

/** SendGrid loses its own id and our fields in late bounces; our Message-ID stands in `smtp-id`. */
function reportOf(json: JsonPart): readonly ProviderReport[] {
  const id = json.at('sg_event_id').text
  if (id === undefined) return []
  const head = {
    reference: json.at('notice').text ?? json.at('unique_args').at('notice').text,
    messageId: json.at('smtp-id').text,
    providerId: json.at('sg_message_id').text?.split('.')[0] || undefined,
    eventId: `sendgrid/${id}`,
  }
  const plain = (event: DeliveryEvent) => [{ ...head, event, status: null, mailboxFull: false }]
  switch (json.at('event').text ?? '') {
    case 'processed':
      return plain('accepted')
    case 'deferred':
      return plain('delayed')
    case 'delivered':
      return plain('delivered')
    case 'bounce':
      return [{ ...head, ...bounced(json) }]
    case 'dropped':
      return [{ ...head, ...dropped(json) }]
    case 'spamreport':
      return plain('complained')
    default:
      return []
  }
}

function bounced(json: JsonPart) {
  const report = { status: json.at('status').text, text: json.at('reason').text ?? json.at('response').text }
  const type = json.at('type').text ?? json.at('event').text ?? ''
  return judgedFailure(report, faultOfSendgridBounce(json.at('bounce_classification').text ?? '', type))
}

/** Never tried, so that its own reason counts and a status says nothing; only known reasons are shown to a person. */
function dropped(json: JsonPart) {
  const reason = json.at('reason').text ?? ''
  const fault = faultOfSendgridDrop(reason)
  return failure(fault, fault === 'unclear' ? null : reason)
}
