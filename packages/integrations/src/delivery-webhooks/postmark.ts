import { createHash, timingSafeEqual } from 'node:crypto'
import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import { readJson } from './json-part.ts'
import { judgedFailure } from './mail-fault.ts'
import {
  type DeliveryWebhookMessage,
  type DeliveryWebhookReading,
  FORGED,
  headerOf,
  type ProviderReport,
  UNREADABLE,
} from './webhook-message.ts'

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Bounce types by code. Source: docs/facts/delivery.md §5, Postmark. */
const EVENT_OF_BOUNCE: Readonly<Record<number, DeliveryEvent | null>> = {
  1: 'failedHard',
  2: 'delayed',
  16: null,
  64: null,
  128: 'failedHard',
  256: 'failedSoft',
  512: 'failedByUs',
  2_048: 'failedSoft',
  4_096: 'failedSoft',
  100_000: 'failedHard',
  100_001: 'complained',
  100_002: 'failedHard',
  100_006: 'failedByUs',
  100_009: 'failedByUs',
}

/** Postmark signs nothing: it names itself by HTTP Basic over TLS. Source: docs/facts/delivery.md §5. */
export function readPostmarkWebhook(
  { username, password }: { readonly username: string; readonly password: string },
  message: DeliveryWebhookMessage,
): DeliveryWebhookReading {
  const expected = Buffer.from(`${username}:${password}`).toString('base64')
  // Digests are of one length, so comparing them tells nothing by its time.
  if (!timingSafeEqual(sha256(`Basic ${expected}`), sha256(headerOf(message, 'authorization')))) return FORGED
  const json = readJson(message.body)
  const type = json?.at('RecordType').text
  const providerId = json?.at('MessageID').text
  if (json === undefined || type === undefined || providerId === undefined) return UNREADABLE
  const recipient = json.at('Recipient').text ?? json.at('Email').text ?? ''
  const head = {
    reference: json.at('Metadata').at('notice').text,
    providerId,
    eventId: `postmark/${type}/${json.at('ID').number ?? sha256(`${providerId} ${recipient}`).toString('hex')}`,
  }
  const plain = (event: DeliveryEvent): DeliveryWebhookReading => ({
    kind: 'reports',
    reports: [{ ...head, event, status: null, mailboxFull: false }],
  })
  if (type === 'Delivery') return plain('delivered')
  if (type === 'SpamComplaint') return plain('complained')
  if (type !== 'Bounce') return { kind: 'reports', reports: [] }
  const event = EVENT_OF_BOUNCE[json.at('TypeCode').number ?? 0] ?? null
  if (event === null) return { kind: 'reports', reports: [] }
  const reports: ProviderReport[] =
    event === 'failedHard' || event === 'failedSoft'
      ? [{ ...head, ...judgedFailure({ text: json.at('Details').text }, event) }]
      : [{ ...head, event, status: null, mailboxFull: false }]
  return { kind: 'reports', reports }
}
