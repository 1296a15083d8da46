import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mode } from '../config.ts'
import { bindingCookie } from './origin.ts'

/** Ties a session to the browser that opened it: headers taken elsewhere open nothing. Source: security.md D2. */
export interface BrowserBinding {
  set(request: FastifyRequest, reply: FastifyReply, accessToken: string): void
  clear(request: FastifyRequest, reply: FastifyReply): void
  /** True when the cookie is the one that was set for this access token. */
  fits(accessToken: string, cookie: string | undefined): boolean
}

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
    fits(accessToken, cookie) {
      if (cookie === undefined) return false
      const expected = Buffer.from(digest(accessToken))
      const given = Buffer.from(cookie)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
