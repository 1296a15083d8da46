import { createHmac, timingSafeEqual } from 'node:crypto'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { LINK_FAILURE_CAUSES } from '@dolphin/domain/verification/link-failure'
import type { FastifyInstance } from 'fastify'
import { success } from '@dolphin/contract/envelope'
import { z } from 'zod'
import { sendFailure } from '../../http/error-handler.ts'
import { acceptRawBodies } from '../../http/raw-body.ts'
import { applyNews, findRequestOfSession } from './request-progress.ts'
import type { VerificationDeps } from './verification-deps.ts'

/** "t=1795229274,v1=<hex>": when it was signed, and HMAC-SHA-256 over "t.body". */
export const SIGNATURE_HEADER = 'x-sandbox-signature'
/** Source: design/security.md T21. */
const WINDOW_SECONDS = 300
const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

const EventBody = z.strictObject({
  eventId: z.string().min(1).max(120),
  providerSessionId: z.string().min(1).max(120),
  status: z.enum(IbvStatus),
  /** Why the visit ended, where the bank says so; then it decides the status. */
  cause: z.enum(LINK_FAILURE_CAUSES).optional(),
})
export type SandboxEvent = z.output<typeof EventBody>

const webhookKey = ({ keys }: Pick<VerificationDeps, 'keys'>) => keys.derive('sandbox bank webhook')

const digest = (key: Uint8Array, seconds: string, body: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest()

/** What the sandbox bank puts beside a message. */
export function signSandboxEvent(deps: Pick<VerificationDeps, 'keys'>, body: Uint8Array, at: Date): string {
  const seconds = String(Math.floor(at.getTime() / 1_000))
  return `t=${seconds},v1=${digest(webhookKey(deps), seconds, body).toString('hex')}`
}

function isSigned(deps: VerificationDeps, body: Uint8Array, header: unknown): boolean {
  const match = typeof header === 'string' ? HEADER.exec(header) : null
  const [, seconds = '', signature = ''] = match ?? []
  const age = Math.abs(deps.clock.now().getTime() / 1_000 - Number(seconds))
  if (match === null || age > WINDOW_SECONDS) return false
  return timingSafeEqual(digest(webhookKey(deps), seconds, body), Buffer.from(signature, 'hex'))
}

export type WebhookResult = 'taken' | 'forged' | 'unreadable' | 'notReady'

/**
 * Takes a message of the sandbox bank. The signature is over the raw bytes, so it is checked before they are read;
 * a message too old, altered, repeated or out of order changes nothing.
 */
export async function takeSandboxEvent(
  deps: VerificationDeps,
  body: Uint8Array,
  signature: unknown,
): Promise<WebhookResult> {
  if (!isSigned(deps, body, signature)) return 'forged'
  const event = readEvent(body)
  if (event === undefined) return 'unreadable'
  const request = await findRequestOfSession(deps, 'sandbox', event.providerSessionId)
  // A session of ours that was never recorded: no request waits for it.
  if (request === undefined) return 'taken'
  const progress = event.cause ?? event.status
  const result = await applyNews(deps, { request, progress, eventId: event.eventId })
  return result === 'notReady' ? 'notReady' : 'taken'
}

function readEvent(body: Uint8Array): SandboxEvent | undefined {
  try {
    const parsed = EventBody.safeParse(JSON.parse(Buffer.from(body).toString('utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** POST /webhooks/ibv/sandbox, with its own body parser: the signature needs the bytes as they came. */
export function registerWebhook(deps: VerificationDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      acceptRawBodies(scope)
      scope.post('/webhooks/ibv/sandbox', { schema: { hide: true } }, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const result = await takeSandboxEvent(deps, body, request.headers[SIGNATURE_HEADER])
        if (result === 'forged') return sendFailure(request, reply, 'credentialInvalid')
        if (result === 'unreadable') return sendFailure(request, reply, 'malformedRequest')
        // Told so, a provider sends it again.
        if (result === 'notReady') return sendFailure(request, reply, 'overloaded', { retryAfterSeconds: 5 })
        return reply.send(success({ taken: true }))
      })
    })
  }
}
