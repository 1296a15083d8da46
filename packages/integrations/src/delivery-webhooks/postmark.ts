import { createHash, timingSafeEqual } from 'node:crypto'
import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import { postmarkBounce } from '@dolphin/domain/notices/faults/postmark'
import { readJson } from './json-part.ts'
import { judgedFailure } from './mail-fault.ts'
import {
  type DeliveryWebhookMessage,
  type DeliveryWebhookReading,
  FORGED,
  headerOf,
  UNREADABLE,
} from './webhook-message.ts'

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

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
    messageId: messageIdIn(json.at('Content').text),
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
  const bounce = postmarkBounce(json.at('TypeCode').number ?? 0)
  if ('event' in bounce) return bounce.event === null ? { kind: 'reports', reports: [] } : plain(bounce.event)
  const details = { text: json.at('Details').text }
  return { kind: 'reports', reports: [{ ...head, ...judgedFailure(details, bounce.fault) }] }
}

/** The head of the returned mail, where the webhook is set to send it. */
const messageIdIn = (content: string | undefined): string | undefined =>
  /^message-id:\s*(<[^\s<>]+>)/im.exec(content?.slice(0, 16_384) ?? '')?.[1]
