import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import type { ApiConfig } from '../config/config.ts'
import { hostName, isLoopback } from '../config/loopback.ts'
import { hostOf } from './request-host.ts'

/** The lender's desk: the one host of the staff, and its cookie. */
export interface Desk {
  /** What passkeys are bound to: the host without port. */
  readonly host: string
  /** Scheme, host and port, the only origin that passkeys answer from; links lead here. */
  readonly origin: string
}

/** The visit of a browser or a terminal at the desk. */
export interface DeskVisit extends Desk {
  /** The token of the session that the browser holds. */
  readonly token: string | undefined
  keepToken(token: string): void
  dropToken(): void
  /** What the browser is known by, the same for each person who signs in at it. */
  readonly browserMark: string | undefined
  keepBrowserMark(mark: string): void
  /** What binds a single sign-on to the browser that began it. */
  readonly signOnToken: string | undefined
  keepSignOnToken(token: string): void
  dropSignOnToken(): void
}

/** Where the desk is, for links in mails: scheme, host and port. Empty where there is no desk. */
export function deskOrigin({
  mode,
  operationsHost,
  port,
}: Pick<ApiConfig, 'mode' | 'operationsHost' | 'port'>): string {
  if (operationsHost === undefined) return ''
  return mode === 'production' ? `https://${operationsHost}` : `http://${operationsHost}:${port}`
}

/** In production never the request's own: an address that a stranger names is no origin of ours. */
export function deskAt(
  request: FastifyRequest,
  { mode, operationsHost }: Pick<ApiConfig, 'mode' | 'operationsHost'>,
): Desk | undefined {
  if (operationsHost === undefined || hostName(hostOf(request)) !== operationsHost) return undefined
  const origin =
    mode === 'production'
      ? `https://${operationsHost}`
      : `${request.protocol}://${hostOf(request).toLowerCase()}`
  return { host: operationsHost, origin }
}

/** Browsers take `__Host-` over plain http on loopback names alone; elsewhere in development it goes without. */
function deskCookie(request: FastifyRequest, mode: ApiConfig['mode']): { name: string; secure: boolean } {
  const secure = mode === 'production' || request.protocol === 'https' || isLoopback(hostOf(request))
  return { name: secure ? '__Host-desk' : 'desk-development', secure }
}

/** Beside the session's: the page that the provider leads back to asks from the desk's own site, so it is strict too. */
const SIGN_ON = '-sign-on'
/** Stays when a session ends, as long as browsers keep one. Source: RFC 6265bis §5.5, at most 400 days. */
const BROWSER = '-browser'
const BROWSER_SECONDS = 400 * DAY_SECONDS

export function deskVisit(
  desk: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
  mode: ApiConfig['mode'],
): DeskVisit {
  const { name, secure } = deskCookie(request, mode)
  const options = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const
  return {
    ...desk,
    token: request.cookies[name],
    keepToken: (token) => void reply.setCookie(name, token, options),
    dropToken: () => void reply.clearCookie(name, options),
    browserMark: request.cookies[name + BROWSER],
    keepBrowserMark: (mark) =>
      void reply.setCookie(name + BROWSER, mark, { ...options, maxAge: BROWSER_SECONDS }),
    signOnToken: request.cookies[name + SIGN_ON],
    keepSignOnToken: (token) => void reply.setCookie(name + SIGN_ON, token, options),
    dropSignOnToken: () => void reply.clearCookie(name + SIGN_ON, options),
  }
}
