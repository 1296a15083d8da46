import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mode } from '../config.ts'
import { bindingCookie } from './origin.ts'

/** Ties a session to the browser that opened it: headers taken elsewhere open nothing. Source: security.md D2. */
export interface BrowserBinding {
  set(request: FastifyRequest, reply: FastifyReply, accessToken: string): void
  clear(request: FastifyRequest, reply: FastifyReply): void
  /** What the cookie of this access token must be. */
  digest(accessToken: string): string
  /** The cookie of the session that this browser has, or had. */
  cookieOf(request: FastifyRequest): string | undefined
  /** Keeps the token of a device that need not be proved again. */
  rememberDevice(request: FastifyRequest, reply: FastifyReply, deviceToken: string): void
  /** The device token this browser holds. */
  deviceOf(request: FastifyRequest): string | undefined
}

const DEVICE_DAYS = 180

/**
 * The cookie is a keyed digest of the access token, so nothing more needs storing and a repeated answer sets
 * the same cookie again; without the key it cannot be made from the token.
 */
export function createBrowserBinding(key: Uint8Array, mode: Mode): BrowserBinding {
  const digest = (accessToken: string) => createHmac('sha256', key).update(accessToken).digest('base64url')
  const options = (secure: boolean) => ({ httpOnly: true, sameSite: 'strict', secure, path: '/' }) as const
  return {
    set(request, reply, accessToken) {
      const { name, secure } = bindingCookie(request, mode)
      reply.setCookie(name, digest(accessToken), options(secure))
    },
    clear(request, reply) {
      const { name, secure } = bindingCookie(request, mode)
      reply.clearCookie(name, options(secure))
    },
    digest,
    cookieOf: (request) => request.cookies[bindingCookie(request, mode).name],
    rememberDevice(request, reply, deviceToken) {
      const { name, secure } = bindingCookie(request, mode)
      reply.setCookie(`${name}-device`, deviceToken, { ...options(secure), maxAge: DEVICE_DAYS * 86_400 })
    },
    deviceOf: (request) => request.cookies[`${bindingCookie(request, mode).name}-device`],
  }
}
