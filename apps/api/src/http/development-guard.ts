import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../config/loopback.ts'
import type { Mode } from '../config/mode.ts'
import { sendFailure } from './error-handler.ts'

/** What proxies add to what they pass on. Source: RFC 7239. */
const FORWARDING = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

/** Pages that show mails with their links and codes, sign in staff, and try calls. */
const OPEN_PAGES = /^\/(dev|docs)(\/|$)/

interface Guarded {
  readonly mode: Mode
  readonly developmentOpen: boolean
}

/**
 * Keeps a server that is not in production to this machine: a development server takes nothing through a proxy, and its
 * open pages are there under names of this machine alone, so that a page of another site cannot read them by a name that
 * leads here.
 */
export function guardDevelopment(app: FastifyInstance, { mode, developmentOpen }: Guarded): void {
  if (mode === 'production' || developmentOpen) return
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, routeOptions } = request
    if (mode === 'development' && FORWARDING.some((name) => headers[name] !== undefined))
      return void sendFailure(request, reply, 'developmentBehindProxy')
    if (OPEN_PAGES.test(routeOptions.url ?? '') && !isLoopback(headers.host ?? ''))
      return void sendFailure(request, reply, 'notFound')
    done()
  })
}
