import type { FastifyRequest } from 'fastify'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { ApiConfig } from '../config/config.ts'
import type { Mode } from '../config/mode.ts'
import type { Desk } from './desk.ts'
import type { RequestOrigin } from './route.ts'
import { isLoopback } from '../config/loopback.ts'
import { hostOf } from './request-host.ts'

/** It stands in the record of a signing, which no browser may keep from being made. */
const UNPRINTABLE = /[^\x20-\x7e]/g

/** Where a request came from. A link in a mail never follows the Host header of a stranger's request. */
export function readOrigin(
  request: FastifyRequest,
  config: Pick<ApiConfig, 'mode' | 'publicUrl'>,
  place: { readonly portfolio?: Portfolio; readonly desk?: Desk },
): RequestOrigin {
  const userAgent = request.headers['user-agent'] ?? ''
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: userAgent.slice(0, 400).replace(UNPRINTABLE, '?'),
    baseUrl: baseUrlOf(request, config, place),
    browser: request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined,
  }
}

function baseUrlOf(
  request: FastifyRequest,
  { mode, publicUrl }: Pick<ApiConfig, 'mode' | 'publicUrl'>,
  { portfolio, desk }: { readonly portfolio?: Portfolio; readonly desk?: Desk },
): string {
  if (desk !== undefined) return desk.origin
  if (publicUrl !== undefined) return publicUrl
  return mode === 'production' && portfolio !== undefined
    ? `https://${portfolio.domainOfWeb}`
    : `${request.protocol}://${hostOf(request)}`
}

/**
 * A page of another site may not act here. Browsers send Origin with a cross-site POST; where it is missing, or "null" as
 * for a form on a page that sends no referrer, the fetch metadata, which no page can set, say where it stood. A browser
 * that sends neither, but a cookie of ours, is not believed; what sends none of the three comes from no page.
 * Source: ASVS 3.5.1; Fetch standard §3.2.
 */
export function isForeignOrigin(request: FastifyRequest): boolean {
  const { origin, cookie = '', 'sec-fetch-site': site } = request.headers
  if (origin === undefined || origin === 'null') {
    if (site !== undefined) return site !== 'same-origin'
    return origin === 'null' || OUR_COOKIE.test(cookie)
  }
  if (!URL.canParse(origin)) return true
  return new URL(origin).host !== hostOf(request)
}

/** One that binds a browser to a session of a borrower or of staff, to a single sign-on, or names its device. */
const OUR_COOKIE = /(?:^|;)\s*(?:__Host-(?:dolphin|desk)|(?:dolphin|desk)-development)/

/**
 * The binding cookie. Browsers take `__Host-` with Secure over https and, as an exception of theirs, over plain
 * http on loopback names; elsewhere over plain http (a phone on the desk, development only) it has to go without.
 */
export function bindingCookie(request: FastifyRequest, mode: Mode): { name: string; secure: boolean } {
  const secure = mode === 'production' || request.protocol === 'https' || isLoopback(hostOf(request))
  return secure ? { name: '__Host-dolphin', secure } : { name: 'dolphin-development', secure }
}
