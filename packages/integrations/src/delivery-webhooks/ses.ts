import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { createHash, createVerify, X509Certificate } from 'node:crypto'
import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import {
  EVENT_OF_SES_COMPLAINT,
  faultOfSesBounce,
  SES_COMPLAINT_NOT_SENT,
} from '@dolphin/domain/notices/faults/ses'
import { type JsonPart, readJson } from './json-part.ts'
import { failure, judgedFailure } from './mail-fault.ts'
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
  const type = message.at('eventType').text ?? message.at('notificationType').text ?? ''
  const part = message.at(PART_OF_TYPE[type] ?? '')
  const head = headOf(message.at('mail'), type, part.at('feedbackId').text)
  const plain = (event: DeliveryEvent) => [{ ...head(''), event, status: null, mailboxFull: false }]
  switch (type) {
    case 'Send':
      return plain('accepted')
    case 'Delivery':
      return plain('delivered')
    case 'DeliveryDelay':
      return plain('delayed')
    case 'Complaint':
      return complained(part).map((one) => ({ ...head(''), ...one }))
    case 'Reject':
    case 'Rendering Failure':
      return [{ ...head(''), ...failure('message', type) }]
    case 'Bounce':
      return bounced(part).map(({ recipient, ...one }) => ({ ...head(recipient), ...one }))
    default:
      return []
  }
}

/** Notifications that are not event publishing hold no tags: our own Message-ID is among the headers. */
function headOf(mail: JsonPart, type: string, feedbackId: string | undefined) {
  const providerId = mail.at('messageId').text
  const names = mail.at('headers').list()
  const header = (name: string) => names.find((one) => one.at('name').text?.toLowerCase() === name)
  const ofHeader = /\bnotice=([\w-]+)/.exec(header('x-ses-message-tags')?.at('value').text ?? '')
  return (recipient: string) => ({
    reference: mail.at('tags').at('notice').list()[0]?.text ?? ofHeader?.[1],
    messageId: mail.at('commonHeaders').at('messageId').text ?? header('message-id')?.at('value').text,
    providerId,
    eventId: `ses/${type}/${sha256([providerId, recipient, feedbackId].join(' '))}`,
  })
}

const PART_OF_TYPE: Readonly<Record<string, string>> = { Bounce: 'bounce', Complaint: 'complaint' }

function bounced(bounce: JsonPart) {
  const [type, subtype] = [bounce.at('bounceType').text ?? '', bounce.at('bounceSubType').text ?? '']
  const otherwise = faultOfSesBounce(type, subtype)
  return bounce
    .at('bouncedRecipients')
    .list()
    .map((one) => {
      const report = { status: one.at('status').text, text: one.at('diagnosticCode').text }
      const judged = judgedFailure(report, otherwise)
      return {
        recipient: one.at('emailAddress').text ?? '',
        ...judged,
        status: judged.status ?? `${type}/${subtype}`,
      }
    })
}

/** A mail that was not sent because of an earlier complaint did not arrive. */
function complained(complaint: JsonPart) {
  if (complaint.at('complaintSubType').text === SES_COMPLAINT_NOT_SENT)
    return [failure('hard', SES_COMPLAINT_NOT_SENT)]
  const kind = complaint.at('complaintFeedbackType').text ?? 'abuse'
  const event = Object.hasOwn(EVENT_OF_SES_COMPLAINT, kind) ? EVENT_OF_SES_COMPLAINT[kind] : 'complained'
  return event === null || event === undefined ? [] : [{ event, status: null, mailboxFull: false }]
}
