import { inLanguage } from '../reader-words.ts'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import { success } from '@dolphin/contract/envelope'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What an answer comes to in one language, as it is or packed. */
interface Written {
  readonly bytes: Buffer
  readonly tag: string
  readonly encoding: Encoding
}

/** Below this the head of the answer is most of it. */
const LEAST_PACKED_BYTES = 1_024
/** A tenth smaller than 4, the plugin's, for as much time; from 9 on an answer takes some 50 ms. */
const BROTLI_QUALITY = 5

/** Best first: of what a reader likes alike, the first. */
const PACK = {
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => gzipSync(bytes),
} as const
type Encoding = keyof typeof PACK | 'identity'
const negotiator = new Negotiator({ supportedValues: Object.keys(PACK) })

/**
 * Answers already written and packed: a handler that answers with the same object again pays for it once. Packing a
 * form anew for each browser took more than half of a request.
 */
const WRITTEN: Readonly<Record<Locale, WeakMap<object, Map<Encoding, Written>>>> = {
  en: new WeakMap(),
  es: new WeakMap(),
}

/** Public reference data: the same bytes for every reader of a language, so an ETag over them serves a 304 next time. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
  { seconds, locale }: { readonly seconds: number; readonly locale: Locale },
): FastifyReply {
  const answer = written(reply, value, locale, readableEncoding(request))
  reply
    .header('etag', answer.tag)
    .header('cache-control', `public, max-age=${seconds}`)
    .header('vary', 'host, accept-language, accept-encoding')
  if (namesTag(request.headers['if-none-match'], answer.tag)) return reply.code(304).send()
  return sendBytes(reply, answer)
}

/** An answer for its reader alone, written once for as long as the handler answers with the same object. */
export function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
  locale: Locale,
): FastifyReply {
  reply.header('vary', 'accept-language, accept-encoding')
  return sendBytes(reply, written(reply, value, locale, readableEncoding(request)))
}

function readableEncoding({ headers }: FastifyRequest): Encoding {
  const wished = headers['accept-encoding']
  return wished === undefined ? 'identity' : ((negotiator.negotiate(wished) as Encoding | null) ?? 'identity')
}

function sendBytes(reply: FastifyReply, { bytes, encoding }: Written): FastifyReply {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(bytes)
}

function written(reply: FastifyReply, value: unknown, locale: Locale, encoding: Encoding): Written {
  const key = typeof value === 'object' && value !== null ? value : {}
  const ways = WRITTEN[locale].get(key) ?? new Map<Encoding, Written>()
  const known = ways.get(encoding)
  if (known !== undefined) return known
  WRITTEN[locale].set(key, ways)
  const made =
    encoding === 'identity'
      ? inPlain(reply.serialize(success(inLanguage(value, locale))) as string)
      : packed(written(reply, value, locale, 'identity'), encoding)
  ways.set(encoding, made)
  return made
}

function inPlain(text: string): Written {
  const bytes = Buffer.from(text)
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return { bytes, tag: `"${tag}"`, encoding: 'identity' }
}

/** Other bytes have another tag. Source: RFC 9110, 8.8.3.3. */
function packed(plain: Written, encoding: Exclude<Encoding, 'identity'>): Written {
  if (plain.bytes.length < LEAST_PACKED_BYTES) return plain
  const tag = plain.tag.replace(/"$/, `-${encoding}"`)
  return { bytes: PACK[encoding](plain.bytes), tag, encoding }
}

/**
 * Whether the caller has these bytes: any of the tags it names, or all of them by `*`. A proxy that compresses
 * weakens a tag on its way, so weak ones fit as well. Source: RFC 9110, 13.1.2 (weak comparison).
 */
function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((named) => {
    const text = named.trim()
    return text === '*' || (text.startsWith('W/') ? text.slice(2) : text) === tag
  })
}
