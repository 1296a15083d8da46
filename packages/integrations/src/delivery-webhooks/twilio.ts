import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import { EVENT_OF_FAULT } from '@dolphin/domain/notices/faults/delivery-fault'
import { faultOfText } from '@dolphin/domain/notices/faults/twilio'
import {
  type DeliveryWebhookMessage,
  type DeliveryWebhookReading,
  FORGED,
  headerOf,
  UNREADABLE,
} from './webhook-message.ts'

/** The account's token, and the address that Twilio writes before the path. */
export interface TwilioWebhookSettings {
  readonly authToken: string
  readonly webhookUrl: string
}

const SIGNATURE = 'x-twilio-signature'

/**
 * Twilio signs the exact address and every field of the form, sorted by name (HMAC-SHA1). Returns the form; undefined
 * where it is not Twilio's. Source: docs/facts/delivery.md §5, Twilio.
 */
export function signedTwilioForm(
  { authToken, webhookUrl }: TwilioWebhookSettings,
  message: DeliveryWebhookMessage,
): URLSearchParams | undefined {
  const form = new URLSearchParams(Buffer.from(message.body).toString('utf8'))
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const text = `${webhookUrl}${message.path}${fields.map(([name, value]) => name + value).join('')}`
  const expected = createHmac('sha1', authToken).update(text).digest()
  const given = Buffer.from(headerOf(message, SIGNATURE), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? form : undefined
}

const EVENT_OF_STATUS: Readonly<Record<string, DeliveryEvent>> = {
  accepted: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'accepted',
  delivered: 'delivered',
  read: 'delivered',
  // Somebody with our account withdrew it.
  canceled: 'failedByUs',
}
const FAILED = ['failed', 'undelivered']

/** Reads how far a text message came; our reference stands in the query. */
export function readTwilioStatus(
  settings: TwilioWebhookSettings,
  message: DeliveryWebhookMessage,
): DeliveryWebhookReading {
  const form = signedTwilioForm(settings, message)
  if (form === undefined) return FORGED
  const [sid, status] = [form.get('MessageSid'), form.get('MessageStatus')]
  if (sid === null || status === null) return UNREADABLE
  const code = Number(form.get('ErrorCode') ?? '') || undefined
  const event = FAILED.includes(status) ? EVENT_OF_FAULT[faultOfText(code)] : EVENT_OF_STATUS[status]
  if (event === undefined) return { kind: 'reports', reports: [] }
  const reference = new URL(message.path, settings.webhookUrl).searchParams.get('notice') ?? undefined
  const report = {
    reference,
    providerId: sid,
    eventId: `twilio/${sid}/${status}`,
    event,
    status: code === undefined ? null : String(code),
    mailboxFull: false,
  }
  return { kind: 'reports', reports: [report] }
}
