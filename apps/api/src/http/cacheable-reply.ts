import { inLanguage } from './reader-words.ts'
import type { Locale } from '@dolphin/domain/portfolio/localized'
import { createHash } from 'node:crypto'
import { success } from '@dolphin/contract/envelope'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Written {
  readonly bytes: Buffer
  readonly tag: string
}

/** Answers already written: a handler that answers with the same object again pays for it once. */
const WRITTEN: Readonly<Record<Locale, WeakMap<object, Written>>> = { en: new WeakMap(), es: new WeakMap() }

/** Public reference data: the same bytes for every reader of a language, so an ETag over them serves a 304 next time. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
  { seconds, locale }: { readonly seconds: number; readonly locale: Locale },
): FastifyReply {
  const { bytes, tag } = written(reply, value, locale)
  reply
    .header('etag', tag)
    .header('cache-control', `public, max-age=${seconds}`)
    .header('vary', 'host, accept-language')
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return sendBytes(reply, bytes)
}

/** An answer for its reader alone, written once for as long as the handler answers with the same object. */
export function sendWritten(reply: FastifyReply, value: unknown, locale: Locale): FastifyReply {
  return sendBytes(reply, written(reply, value, locale).bytes)
}

const sendBytes = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(bytes)

function written(reply: FastifyReply, value: unknown, locale: Locale): Written {
  const key = typeof value === 'object' && value !== null ? value : {}
  const known = WRITTEN[locale].get(key)
  if (known !== undefined) return known
  const bytes = Buffer.from(reply.serialize(success(inLanguage(value, locale))) as string)
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  const made = { bytes, tag }
  WRITTEN[locale].set(key, made)
  return made
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
