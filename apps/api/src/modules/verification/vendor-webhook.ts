import { success } from '@dolphin/contract/envelope'
import { takeProviderEvent } from '@dolphin/database/verification/ibv-repository'
import { ok } from '@dolphin/domain/outcome'
import type { VendorIbvProvider, WebhookMessage } from '@dolphin/integrations/ibv/provider'
import type { FastifyInstance } from 'fastify'
import { describe } from '../../http/describe-error.ts'
import { sendFailure } from '../../http/error-handler.ts'
import { acceptRawBodies } from '../../http/raw-body.ts'
import { ASK_JOB } from './ask-provider.ts'
import { CONNECTION_JOB } from './follow-connection.ts'
import type { VerificationDeps } from './verification-deps.ts'

type WebhookDeps = Pick<VerificationDeps, 'units' | 'jobs' | 'log'>
type VendorWebhookResult = 'taken' | 'forged' | 'unreadable'

/** POST /webhooks/ibv/plaid and /webhooks/ibv/mx, for those that are set up. */
export function registerVendorWebhooks(deps: WebhookDeps, vendors: Iterable<VendorIbvProvider>) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      acceptRawBodies(scope)
      for (const vendor of vendors) {
        scope.post(`/webhooks/ibv/${vendor.id}`, { schema: { hide: true } }, async (request, reply) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          try {
            const result = await takeVendorMessage(deps, vendor, { body, headers: request.headers })
            if (result === 'forged') return await sendFailure(request, reply, 'credentialInvalid')
            if (result === 'unreadable') return await sendFailure(request, reply, 'malformedRequest')
            return await reply.send(success({ taken: true }))
          } catch (error) {
            deps.log.warn({ provider: vendor.id, failure: describe(error) }, 'a message could not be checked')
            // Told so, a vendor sends it again.
            return sendFailure(request, reply, 'overloaded', { retryAfterSeconds: 5 })
          }
        })
      }
    })
  }
}

/**
 * Takes a vendor's message: the same one once, and only to ask the vendor how far the session is. The asking is a
 * job, so that the vendor has its answer at once and a crash loses nothing. Source: design/security.md T21.
 */
async function takeVendorMessage(
  { units, jobs, log }: WebhookDeps,
  vendor: VendorIbvProvider,
  message: WebhookMessage,
): Promise<VendorWebhookResult> {
  const reading = await vendor.readWebhook(message)
  if (reading.kind === 'irrelevant') {
    log.info({ provider: vendor.id }, 'a message was about no bank link of ours')
    return 'taken'
  }
  if (reading.kind !== 'news') {
    log.warn({ provider: vendor.id, kind: reading.kind }, 'a message was not taken')
    return reading.kind
  }
  const { eventId, providerSessionId, connection } = reading
  await units.write(async (unit) => {
    if (await takeProviderEvent(unit.tx, vendor.id, eventId, unit.now)) {
      const data = { provider: vendor.id, providerSessionId }
      if (connection === undefined) await jobs.send(unit, ASK_JOB, data)
      else await jobs.send(unit, CONNECTION_JOB, { ...data, connection })
    }
    return ok(undefined)
  })
  return 'taken'
}
