import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { createHash, createVerify, X509Certificate } from 'node:crypto'
import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import { type JsonPart, readJson } from './json-part.ts'
import { judgedFailure } from './mail-fault.ts'
import {
  type DeliveryWebhookMessage,
  type DeliveryWebhookReading,
  FORGED,
  type ProviderReport,
  UNREADABLE,
} from './webhook-message.ts'

const SNS_HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/
/** SNS tries for an hour. */
const WINDOW_MS = 75 * MINUTE_MS
const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const
const CONFIRMATION = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const
const DIGEST_OF_VERSION: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' }

/** What reading a message of SNS takes. */
export interface SnsDeps {
  readonly topicArn: string
  /** Text at an https address of SNS: its certificate, or the confirmation of a subscription. */
  readonly fetchText: (url: string) => Promise<string>
}

/**
 * Reads reports of Amazon SES that come by SNS, which signs them by a certificate at its own host; confirms the
 * subscription to our topic. Throws where the certificate cannot be fetched: SNS sends the message again.
 * Source: docs/facts/delivery.md §5, SES.
 */
export async function readSesWebhook(
  deps: SnsDeps,
  { body }: Pick<DeliveryWebhookMessage, 'body'>,
  now: Date,
): Promise<DeliveryWebhookReading> {
  const envelope = readJson(body)
  if (envelope === undefined) return UNREADABLE
  if (envelope.at('TopicArn').text !== deps.topicArn || !(await isSigned(deps, envelope, now))) return FORGED
  const subscribeUrl = envelope.at('SubscribeURL').text
  if (envelope.at('Type').text === 'SubscriptionConfirmation') {
    if (subscribeUrl === undefined || !isOfSns(subscribeUrl)) return FORGED
    await deps.fetchText(subscribeUrl)
    return { kind: 'reports', reports: [] }
  }
  if (envelope.at('Type').text !== 'Notification') return { kind: 'reports', reports: [] }
  const message = readJson(envelope.at('Message').text ?? '')
  return message === undefined ? UNREADABLE : { kind: 'reports', reports: reportsOf(message) }
}

function isOfSns(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username } = new URL(text)
  return protocol === 'https:' && port === '' && username === '' && SNS_HOST.test(hostname)
}

async function isSigned({ fetchText }: SnsDeps, envelope: JsonPart, now: Date): Promise<boolean> {
  const certificateUrl = envelope.at('SigningCertURL').text ?? ''
  const digest = DIGEST_OF_VERSION[envelope.at('SignatureVersion').text ?? '']
  const age = Math.abs(now.getTime() - Date.parse(envelope.at('Timestamp').text ?? ''))
  const isFresh = age <= WINDOW_MS
  if (digest === undefined || !isFresh || !isOfSns(certificateUrl)) return false
  if (!new URL(certificateUrl).pathname.endsWith('.pem')) return false
  const names = envelope.at('Type').text === 'Notification' ? NOTIFICATION : CONFIRMATION
  const text = names
    .flatMap((name) => {
      const value = envelope.at(name).text
      return value === undefined ? [] : [`${name}\n${value}\n`]
    })
    .join('')
  const { publicKey } = new X509Certificate(await fetchText(certificateUrl))
  const signature = Buffer.from(envelope.at('Signature').text ?? '', 'base64')
  return createVerify(digest).update(text).verify(publicKey, signature)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** One notification may name several recipients. */
function reportsOf(message: JsonPart): readonly ProviderReport[] {
  const mail = message.at('mail')
  const providerId = mail.at('messageId').text
  const reference = mail.at('tags').at('notice').list()[0]?.text
  const type = message.at('eventType').text ?? message.at('notificationType').text ?? ''
  const part = message.at(PART_OF_TYPE[type] ?? '')
  const head = (recipient: string) => ({
    reference,
    providerId,
    eventId: `ses/${type}/${sha256([providerId, recipient, part.at('feedbackId').text].join(' '))}`,
  })
  const plain = (event: DeliveryEvent) => [{ ...head(''), event, status: null, mailboxFull: false }]
  switch (type) {
    case 'Send':
      return plain('accepted')
    case 'Delivery':
      return plain('delivered')
    case 'DeliveryDelay':
      return plain('delayed')
    case 'Complaint':
      return plain('complained')
    case 'Reject':
    case 'Rendering Failure':
      return plain('failedByUs')
    case 'Bounce':
      return part
        .at('bouncedRecipients')
        .list()
        .map((one) => ({
          ...head(one.at('emailAddress').text ?? ''),
          ...judgedFailure(
            { status: one.at('status').text, text: one.at('diagnosticCode').text },
            eventOfBounce(part),
          ),
        }))
    default:
      return []
  }
}

const PART_OF_TYPE: Readonly<Record<string, string>> = { Bounce: 'bounce', Complaint: 'complaint' }
/** Our message, not the address. */
const OF_MESSAGE = ['MessageTooLarge', 'ContentRejected', 'AttachmentRejected']

function eventOfBounce(bounce: JsonPart): DeliveryEvent {
  if (bounce.at('bounceType').text === 'Permanent') return 'failedHard'
  return OF_MESSAGE.includes(bounce.at('bounceSubType').text ?? '') ? 'failedByUs' : 'failedSoft'
}
