import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NoticeKey } from '@dolphin/database/notices/outbox-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import type { KeyRing, KnownKeys } from '../../security/keys.ts'

const PURPOSE = 'mail references'
const CODE_BYTES = 8
const REFERENCE = /^(\d{3})-([\w-]{8,64})$/
const MESSAGE_ID = /^<?(\d{3})\.([\w-]{8,64})@/
const RETURN_PATH = /^b\+(\d{3})-([0-9a-f]{16,64})-([0-9a-f]{16})@/i
const OWNER_TOKEN = /^(\d{3})-([\w-]{8,64})-([0-9a-f]{16})$/

type Keys = Pick<KeyRing, 'derive' | 'known'>

const codeOf = (key: Uint8Array, about: string): Buffer =>
  createHmac('sha256', key).update(about).digest().subarray(0, CODE_BYTES)

const newCodeOf = (keys: Keys, about: string): string => codeOf(keys.derive(PURPOSE), about).toString('hex')

/** A code of any known master key holds: reports come days after the mail. */
const isCodeOf = (known: KnownKeys, about: string, code: string): boolean =>
  known.some((key) => timingSafeEqual(codeOf(key, about), Buffer.from(code, 'hex')))

/** The notice as providers carry it: letters, digits, dash and underscore alone. Its id is unguessable. */
export const referenceOf = ({ portfolioId, noticeId }: NoticeKey): string => `${portfolioId}-${noticeId}`

/** The notice of a reference; undefined for any other text. */
export const noticeOfReference = (text: string | undefined): NoticeKey | undefined =>
  keyOf(REFERENCE.exec(text ?? ''))

/** The notice of a Message-ID of ours. */
export const noticeOfMessageId = (text: string | undefined): NoticeKey | undefined =>
  keyOf(MESSAGE_ID.exec(text ?? ''))

function keyOf(match: RegExpExecArray | null): NoticeKey | undefined {
  const [, portfolioId, noticeId] = match ?? []
  return noticeId === undefined ? undefined : { portfolioId: Number(portfolioId), noticeId }
}

/**
 * Where reports about one notice go: its id in hexadecimal, for mail servers may lower the case, and a code of ours, so
 * that a made-up report switches no one's notices off. Source: docs/facts/delivery.md §2, Matching.
 */
export function returnPathOf(keys: Keys, { portfolioId, noticeId }: NoticeKey, domain: string): string {
  const id = Buffer.from(noticeId, 'base64url').toString('hex')
  return `b+${portfolioId}-${id}-${newCodeOf(keys, `return/${portfolioId}-${id}`)}@${domain}`
}

/** The notice of a return path of ours; undefined where the code is not. */
export function noticeOfReturnPath(keys: Keys, address: string): NoticeKey | undefined {
  const [, portfolioId, id, code] = RETURN_PATH.exec(address.toLowerCase()) ?? []
  if (portfolioId === undefined || id === undefined || code === undefined) return undefined
  if (!isCodeOf(keys.known(PURPOSE), `return/${portfolioId}-${id}`, code)) return undefined
  return { portfolioId: Number(portfolioId), noticeId: Buffer.from(id, 'hex').toString('base64url') }
}

/** Names a customer in the link that ends advertising with one click; it opens nothing else. */
export const unsubscribeToken = (keys: Keys, { portfolioId, openId }: Owner): string =>
  `${portfolioId}-${openId}-${newCodeOf(keys, `unsubscribe/${portfolioId}-${openId}`)}`

/** The customer of such a link; undefined where the code is not ours. */
export function ownerOfUnsubscribeToken(keys: Keys, token: string): Owner | undefined {
  const [, portfolioId, openId, code] = OWNER_TOKEN.exec(token) ?? []
  if (portfolioId === undefined || openId === undefined || code === undefined) return undefined
  if (!isCodeOf(keys.known(PURPOSE), `unsubscribe/${portfolioId}-${openId}`, code)) return undefined
  return { portfolioId: Number(portfolioId), openId }
}
