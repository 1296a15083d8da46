import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import { createHmac, createSecretKey } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mode } from '../config/mode.ts'
import { bindingCookie } from './origin.ts'

/**
 * Ties a session to the browser that opened it: headers taken elsewhere open nothing. Source:
 * design/security.md D2.
 */
export interface BrowserBinding {
  /** What the cookie of this access token must be. */
  digest(accessToken: string): string
  /** The cookies of the browser that asks, read and set only where somebody does so. */
  cookiesOf(request: FastifyRequest, reply: FastifyReply): BrowserCookies
}

export interface BrowserCookies {
  /** The cookie of the session that this browser has, or had. */
  readonly session: string | undefined
  /** The token of a remembered device that this browser holds. */
  readonly device: string | undefined
  /** Binds the browser to the session of the access token. */
  bindTo(accessToken: string): void
  /** Takes the cookie of the session away. */
  unbind(): void
  /** Keeps the token of a device that need not be proved again. */
  rememberDevice(deviceToken: string): void
}

const DEVICE_DAYS = 180

/**
 * The cookie is a keyed digest of the access token, so nothing more needs storing and a repeated answer sets
 * the same cookie again; without the key it cannot be made from the token.
 */
export function createBrowserBinding(keyBytes: Uint8Array, mode: Mode): BrowserBinding {
  const key = createSecretKey(keyBytes)
  const digest = (accessToken: string) => createHmac('sha256', key).update(accessToken).digest('base64url')
  return { digest, cookiesOf: (request, reply) => new CookiesOfBrowser({ request, reply, mode, digest }) }
}

interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly mode: Mode
  readonly digest: BrowserBinding['digest']
}

/** A class, because every call makes one and few ask it anything: its getters cost nothing until then. */
class CookiesOfBrowser implements BrowserCookies {
  readonly #visit: Visit

  constructor(visit: Visit) {
    this.#visit = visit
  }

  get session(): string | undefined {
    return this.#visit.request.cookies[this.#ofSession.name]
  }

  get device(): string | undefined {
    return this.#visit.request.cookies[this.#ofDevice]
  }

  bindTo(accessToken: string): void {
    const { reply, digest } = this.#visit
    reply.setCookie(this.#ofSession.name, digest(accessToken), this.#options)
  }

  unbind(): void {
    this.#visit.reply.clearCookie(this.#ofSession.name, this.#options)
  }

  rememberDevice(deviceToken: string): void {
    const options = { ...this.#options, maxAge: DEVICE_DAYS * DAY_SECONDS }
    this.#visit.reply.setCookie(this.#ofDevice, deviceToken, options)
  }

  get #ofSession() {
    return bindingCookie(this.#visit.request, this.#visit.mode)
  }

  get #ofDevice(): string {
    return `${this.#ofSession.name}-device`
  }

  get #options() {
    return { httpOnly: true, sameSite: 'strict', secure: this.#ofSession.secure, path: '/' } as const
  }
}
