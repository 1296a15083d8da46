import type { Locale } from '@dolphin/domain/portfolios/localized'
import { LOCALES } from '@dolphin/domain/portfolios/localized'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Set by the pages when a reader chooses a language; it says nothing about who they are. */
const LANGUAGE_COOKIE = 'language'
const FIRST: Locale = 'en'

/** Quality values are at most three decimals between 0 and 1. Source: RFC 9110 §12.4.2. */
const RANGE = /^\s*([a-z]{1,8}|\*)(?:-[a-z0-9-]*)?\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/** The best of our languages for an Accept-Language header; English where it names none of them (RFC 9110 §12.5.4). */
export function acceptedLanguage(header: string | undefined): Locale {
  if (header === undefined) return FIRST
  const wishes = header.split(',').flatMap((part) => {
    const match = RANGE.exec(part)
    return match ? [{ name: (match[1] ?? '').toLowerCase(), weight: Number(match[2] ?? 1) }] : []
  })
  const known = wishes.flatMap(({ name, weight }) => {
    const locale = name === '*' ? FIRST : localeOf(name)
    return locale !== undefined && weight > 0 ? [{ locale, weight }] : []
  })
  return known.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? FIRST
}

/** The language of a page: what the reader chose on it, else what the browser asks for. */
export function pageLanguage(request: FastifyRequest): Locale {
  return localeOf(request.cookies[LANGUAGE_COOKIE]) ?? acceptedLanguage(request.headers['accept-language'])
}

/** The language of a call: what the page asks for with it. */
export const readerLanguage = (request: FastifyRequest): Locale =>
  acceptedLanguage(request.headers['accept-language'])

/** States the language of a response, and that it varies by the language requested (RFC 9110 §8.5, §12.5.5). */
export function speaking(reply: FastifyReply, locale: Locale): FastifyReply {
  const vary = reply.getHeader('vary')
  const names = typeof vary === 'string' && vary !== '' ? `${vary}, accept-language` : 'accept-language'
  return reply.header('content-language', locale).header('vary', names)
}

const localeOf = (name: string | undefined): Locale | undefined => LOCALES.find((locale) => locale === name)
