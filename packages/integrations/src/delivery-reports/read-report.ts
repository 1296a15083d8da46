import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import {
  faultOfMail,
  isMailboxFull,
  type MailFailureReport,
  statusCodeOf,
} from '@dolphin/domain/notices/delivery-failure'
import { EVENT_OF_FAULT } from '@dolphin/domain/notices/faults/delivery-fault'
import { type MessagePart, messageParts } from './message-parts.ts'
import { namesOfMail, type ReportedMail } from './named-mail.ts'
import { plainBounce } from './plain-bounce.ts'
import { type FieldGroup, readFieldGroups } from './report-fields.ts'

/** What a report says of one recipient. */
export interface ReportedEvent {
  readonly event: DeliveryEvent
  /** "5.1.1"; null where the report names none. */
  readonly status: string | null
  readonly mailboxFull: boolean
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
const FEEDBACK_PART = 'message/feedback-report'
/** Reports of something else than a complaint, such as a message that failed DMARC. RFC 5965 §3.1. */
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'other']

/**
 * Reads a delivery status notification (RFC 3464), a complaint (RFC 5965) or a bounce in plain words, which many servers
 * send in its place. Never throws, whatever the bytes are. Source: docs/facts/delivery.md §2, §4.
 */
export async function readReport(message: Uint8Array): Promise<ReportReading> {
  const parts = await messageParts(message)
  const [whole] = parts ?? []
  if (parts === undefined || whole === undefined) return { kind: 'unreadable' }
  const isReport = whole.mediaType === 'multipart/report'
  if (isReport && OTHER_REPORT.test(whole.header('content-type') ?? '')) return { kind: 'notAReport' }
  const part = parts.find(({ mediaType }) => [...DELIVERY_PARTS, FEEDBACK_PART].includes(mediaType))
  const { groups, unread } = readFieldGroups(part?.body.toString('utf8') ?? '')
  const [head] = groups
  if (part === undefined || head === undefined) return withoutFields(parts, whole, isReport)
  const words = wordsIn(parts)
  const found = part.mediaType === FEEDBACK_PART ? complaintIn(head) : recipientsIn(groups, words)
  return {
    kind: 'report',
    about: namesOfMail(parts, groups),
    events: found.events,
    unread: unread + found.unread,
  }
}

/** A report of something else, such as that a mail was read (RFC 8098). */
const OTHER_REPORT = /report-type\s*=\s*"?(?!delivery-status|feedback-report)[\w-]/i

function withoutFields(parts: readonly MessagePart[], whole: MessagePart, isReport: boolean): ReportReading {
  const words = wordsIn(parts)
  const bounce = plainBounce(whole, words)
  if (bounce !== undefined) {
    const event = bounce === 'delayed' ? delayed({ text: words }) : failed({ text: words })
    return { kind: 'report', about: namesOfMail(parts, []), events: [event], unread: 0 }
  }
  return { kind: isReport ? 'unreadable' : 'notAReport' }
}

/** What a server wrote for a person, up to where it begins to return our mail. */
function wordsIn(parts: readonly MessagePart[]): string {
  const part = ['text/plain', 'text/html']
    .map((type) => parts.find(({ mediaType, body }) => mediaType === type && body.length > 0))
    .find((found) => found !== undefined)
  const text = (part?.body.toString('utf8') ?? '').replaceAll(/<\/?[a-z][^<>@]*>/gi, ' ')
  const [own = ''] = text.split(RETURNED_TEXT)
  return own.slice(0, LONGEST_WORDS)
}

const LONGEST_WORDS = 4_096
const RETURNED_TEXT =
  /^.*(below this line is a copy|copy of (the|your) message|original message|returned message)/im

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
function recipientsIn(groups: readonly FieldGroup[], words: string): Found {
  const ofRecipients = groups.filter((group) => group.has('action') || group.has('final-recipient'))
  const events = ofRecipients.map((group) => eventOf(group, words))
  const read = events.filter((one) => one !== undefined)
  return { events: read, unread: events.length - read.length + (ofRecipients.length === 0 ? 1 : 0) }
}

/** The action says whether it is final, the status does not: a failed one may carry 4.4.7. RFC 3464 §2.3.3. */
function eventOf(group: FieldGroup, words: string): ReportedEvent | undefined {
  const report = { status: group.get('status'), text: wordsOf(group) }
  const [, action = ''] = /^([a-z]+)/i.exec(group.get('action') ?? '') ?? []
  switch (action.toLowerCase()) {
    case 'failed':
      return failed(
        EVENT_OF_FAULT[faultOfMail(report)] === 'failedUnclear'
          ? { ...report, text: `${report.text} ${words}` }
          : report,
      )
    case 'delayed':
      return delayed(report)
    case 'delivered':
    case 'expanded':
      return { ...delayed(report), event: 'delivered' }
    case 'relayed':
      return { ...delayed(report), event: 'accepted' }
    default:
      return undefined
  }
}

const failed = (report: MailFailureReport): ReportedEvent => ({
  event: EVENT_OF_FAULT[faultOfMail(report)],
  status: statusCodeOf(report) ?? null,
  mailboxFull: isMailboxFull(report),
})

const delayed = (report: MailFailureReport): ReportedEvent => ({
  event: 'delayed',
  status: statusCodeOf(report) ?? null,
  mailboxFull: false,
})

/** Fields of a group that hold names and times, never the reason. */
const WITHOUT_REASON = new Set(
  [
    'action, status, final-recipient, original-recipient, remote-mta, reporting-mta, dsn-gateway',
    'received-from-mta, arrival-date, last-attempt-date, will-retry-until, final-log-id',
    'original-envelope-id, x-postfix-queue-id, x-postfix-sender, x-display-name',
  ].flatMap((line) => line.split(', ')),
)

/** The reason in whichever field a server wrote it: Diagnostic-Code, or one of its own. */
const wordsOf = (group: FieldGroup): string =>
  [...group].flatMap(([name, value]) => (WITHOUT_REASON.has(name) ? [] : [value])).join(' ')
