import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import {
  type DeliveryFault,
  faultOfMail,
  isMailboxFull,
  statusCodeOf,
} from '@dolphin/domain/notices/delivery-failure'
import { type MessagePart, messageParts } from './message-parts.ts'
import { type FieldGroup, readFieldGroups, typedValue } from './report-fields.ts'

/** What a report says of one recipient. */
export interface ReportedEvent {
  readonly event: DeliveryEvent
  /** "5.1.1"; null where the report names none. */
  readonly status: string | null
  readonly mailboxFull: boolean
}

/** How a report names the mail that it is about; each may be forged but for the first, which holds our code. */
export interface ReportedMail {
  /** Addresses that the report itself was sent to, the envelope's first. */
  readonly sentTo: readonly string[]
  readonly envelopeId: string | undefined
  readonly messageId: string | undefined
}

/**
 * What a message in the return mailbox is. `unread` counts lines and groups of a report that could not be read.
 * `notAReport`: an answer of a person or an out-of-office mail, which proves nothing about delivery.
 */
export type ReportReading =
  | {
      readonly kind: 'report'
      readonly about: ReportedMail
      readonly events: readonly ReportedEvent[]
      readonly unread: number
    }
  | { readonly kind: 'notAReport' }
  | { readonly kind: 'unreadable' }

const DELIVERY_PARTS = ['message/delivery-status', 'message/global-delivery-status']
const RETURNED_PARTS = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']
const FEEDBACK_PART = 'message/feedback-report'
/** Reports of something else than a complaint, such as a message that failed DMARC. RFC 5965 §3.1. */
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'other']

/**
 * Reads a delivery status notification (RFC 3464) or a complaint (RFC 5965). Never throws, whatever the bytes are.
 * Source: docs/facts/delivery.md §2, §4.
 */
export async function readReport(message: Uint8Array): Promise<ReportReading> {
  const parts = await messageParts(message)
  const [whole] = parts ?? []
  if (parts === undefined || whole === undefined) return { kind: 'unreadable' }
  const type = reportType(whole)
  if (type === undefined) return { kind: 'notAReport' }
  const isComplaint = type === 'feedback-report'
  const part = parts.find(({ mediaType }) =>
    isComplaint ? mediaType === FEEDBACK_PART : DELIVERY_PARTS.includes(mediaType),
  )
  if (part === undefined) return { kind: 'unreadable' }
  const { groups, unread } = readFieldGroups(part.body.toString('utf8'))
  const [head] = groups
  if (head === undefined) return { kind: 'unreadable' }
  const found = isComplaint ? complaintIn(head) : recipientsIn(groups)
  return {
    kind: 'report',
    about: {
      sentTo: addressesOf(whole),
      envelopeId: head.get('original-envelope-id'),
      messageId: returnedMessageId(parts),
    },
    events: found.events,
    unread: unread + found.unread,
  }
}

function reportType(whole: MessagePart): 'delivery-status' | 'feedback-report' | undefined {
  if (whole.mediaType !== 'multipart/report') return undefined
  const [, type = ''] = /report-type\s*=\s*"?([\w-]+)/i.exec(whole.header('content-type') ?? '') ?? []
  const known = type.toLowerCase()
  return known === 'delivery-status' || known === 'feedback-report' ? known : undefined
}

interface Found {
  readonly events: readonly ReportedEvent[]
  readonly unread: number
}

function complaintIn(head: FieldGroup): Found {
  const type = head.get('feedback-type')?.toLowerCase()
  if (type === undefined) return { events: [], unread: 1 }
  const isComplaint = COMPLAINTS.includes(type)
  return {
    events: isComplaint ? [{ event: 'complained', status: null, mailboxFull: false }] : [],
    unread: 0,
  }
}

/** Groups with an action are about a recipient; the first is about the message, unless a server leaves that out. */
function recipientsIn(groups: readonly FieldGroup[]): Found {
  const ofRecipients = groups.filter((group) => group.has('action') || group.has('final-recipient'))
  const events = ofRecipients.map(eventOf)
  const read = events.filter((one) => one !== undefined)
  return { events: read, unread: events.length - read.length + (ofRecipients.length === 0 ? 1 : 0) }
}

const EVENT_OF_FAULT: Readonly<Record<DeliveryFault, DeliveryEvent>> = {
  hard: 'failedHard',
  soft: 'failedSoft',
  message: 'failedByUs',
  sender: 'failedByUs',
}

/** The action says whether it is final, the status does not: a failed one may carry 4.4.7. RFC 3464 §2.3.3. */
function eventOf(group: FieldGroup): ReportedEvent | undefined {
  const diagnostic = group.get('diagnostic-code')
  const report = {
    status: group.get('status'),
    text: diagnostic === undefined ? undefined : typedValue(diagnostic),
  }
  const about = { status: statusCodeOf(report) ?? null, mailboxFull: isMailboxFull(report) }
  const [, action = ''] = /^([a-z]+)/i.exec(group.get('action') ?? '') ?? []
  switch (action.toLowerCase()) {
    case 'failed':
      return { event: EVENT_OF_FAULT[faultOfMail(report)], ...about }
    case 'delayed':
      return { event: 'delayed', ...about, mailboxFull: false }
    case 'delivered':
    case 'expanded':
      return { event: 'delivered', ...about, mailboxFull: false }
    case 'relayed':
      return { event: 'accepted', ...about, mailboxFull: false }
    default:
      return undefined
  }
}

const ADDRESS = /[^\s<>,;:"]+@[^\s<>,;:"]+/g

const addressesOf = (whole: MessagePart): readonly string[] =>
  ['delivered-to', 'x-original-to', 'envelope-to', 'to'].flatMap(
    (name) => whole.header(name)?.match(ADDRESS) ?? [],
  )

function returnedMessageId(parts: readonly MessagePart[]): string | undefined {
  const returned = parts.find(({ mediaType }) => RETURNED_PARTS.includes(mediaType))
  if (returned === undefined) return undefined
  const [head] = readFieldGroups(returned.body.toString('utf8')).groups
  return head?.get('message-id')
}
