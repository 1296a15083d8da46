import type { CallName } from '@dolphin/contract/registry'
import type { Call } from '@dolphin/contract/call'
import type { FastifyInstance } from 'fastify'
import type { DiskWatch } from '../ports/disk-watch.ts'
import { sendFailure } from './error-handler.ts'

/** By then somebody was woken and looks. */
const COME_BACK_SECONDS = 60

/**
 * POST calls that stay allowed: calls that only read, and those to sign in, stay signed in and sign out, because
 * reading needs a session. They write a row or none.
 */
const GOES_ON: ReadonlySet<string> = new Set<CallName>([
  'authenticateIdentity',
  'beginSingleSignOn',
  'beginStaffSignIn',
  'checkCollectionStatus',
  'checkPortfolio',
  'compareTransactionFee',
  'completeSingleSignOn',
  'dryRunPolicy',
  'endStaffSession',
  'extendSession',
  'getPortfolioId',
  'getSimulatedData',
  'infrastructureParsePathResource',
  'previewPortfolio',
  'readMessage',
  'resendVerificationCode',
  'searchAudit',
  'signIn',
  'signOut',
  'staffPasswordSignIn',
  'staffSignIn',
  'staffSignOut',
  'verifyDocument',
  'verifyLoginCode',
])

/** Whether a call is answered while a disk is nearly full. */
export const goesOnWhenFull = ({ name, method }: Pick<Call, 'name' | 'method'>): boolean =>
  method === 'GET' || GOES_ON.has(name)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As goesOnWhenFull says; a route that does not say is refused, unless it is a GET. */
    goesOnWhenFull?: boolean
    /** Employees alone make the call, and read its refusals. */
    isOfStaff?: boolean
  }
}

/**
 * While a disk is nearly full, nothing new is taken in: no call that creates, signs or moves anything, no file, no
 * message of a provider, who sends it again. Refused before the body is read, so that nothing is half done. Source:
 * design/security.md F6.
 */
export function refuseWhenFull(app: FastifyInstance, disk: Pick<DiskWatch, 'isFull'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, is404, routeOptions } = request
    if (method === 'GET' || method === 'HEAD' || is404 || routeOptions.config.goesOnWhenFull === true) return
    if (await disk.isFull())
      await sendFailure(request, reply, 'savingPaused', { retryAfterSeconds: COME_BACK_SECONDS })
  })
}
