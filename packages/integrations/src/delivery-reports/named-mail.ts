import type { MessagePart } from './message-parts.ts'
import { type FieldGroup, readFieldGroups } from './report-fields.ts'

/** How a report names the mail that it is about: every place is read, for servers leave out any of them. */
export interface ReportedMail {
  /** Addresses that the report itself was sent to, the envelope's first; ours hold our code. */
  readonly sentTo: readonly string[]
  readonly envelopeIds: readonly string[]
  /** Message-IDs of the mail that is returned or named; a mail of ours is named by what cannot be guessed. */
  readonly messageIds: readonly string[]
}

const RETURNED_PARTS = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']
const SENT_TO = [
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-delivered-to',
  'to',
  'cc',
]
const NAMES_IN_HEAD = ['in-reply-to', 'references', 'x-original-message-id']
const NAMES_IN_GROUP = ['original-message-id', 'x-original-message-id', 'message-id']
const ENVELOPE_IDS = ['original-envelope-id', 'x-original-envelope-id']
const ADDRESS = /[^\s<>,;:"]+@[^\s<>,;:"]+/g
/** A line of the returned head within plain words. */
const QUOTED_ID = /^[>\s]*message-id:\s*(<[^\s<>]+>)/gim

/** Every name that a report gives its mail: in its own head, its fields, what it returns, and its words. */
export function namesOfMail(parts: readonly MessagePart[], groups: readonly FieldGroup[]): ReportedMail {
  const [whole] = parts
  const inHead = (names: readonly string[]) => names.flatMap((name) => whole?.header(name) ?? [])
  const inGroups = (names: readonly string[]) =>
    groups.flatMap((group) => names.flatMap((name) => group.get(name) ?? []))
  const quoted = parts
    .filter(({ mediaType }) => mediaType === 'text/plain')
    .flatMap(({ body }) => [...body.toString('utf8').matchAll(QUOTED_ID)].map(([, id = '']) => id))
  const messageIds = [
    ...returnedIds(parts),
    ...inGroups(NAMES_IN_GROUP),
    ...quoted,
    ...inHead(NAMES_IN_HEAD).flatMap((ids) => ids.split(/\s+/)),
  ]
  return {
    sentTo: inHead(SENT_TO).flatMap((value) => value.match(ADDRESS) ?? []),
    envelopeIds: inGroups(ENVELOPE_IDS),
    messageIds: [...new Set(messageIds)],
  }
}

const returnedIds = (parts: readonly MessagePart[]): readonly string[] =>
  parts
    .filter(({ mediaType }) => RETURNED_PARTS.includes(mediaType))
    .flatMap(({ body }) => readFieldGroups(body.toString('utf8')).groups[0]?.get('message-id') ?? [])
