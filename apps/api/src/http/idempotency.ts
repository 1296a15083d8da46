import { DAY_MS } from '@dolphin/domain/time/durations'
import { createHmac, createSecretKey } from 'node:crypto'
import type { Call } from '@dolphin/contract/call'
import { DatabaseFailure } from '@dolphin/database/driver/database-failure'
import type { IdempotencyRepository } from '@dolphin/database/driver/idempotency-repository'
import { assert } from '@dolphin/domain/assert'
import { ok, type Outcome } from '@dolphin/domain/outcome'
import type { FastifyRequest } from 'fastify'
import type { UnitOfWork, UnitsOfWork } from '../unit-of-work.ts'
import type { Actor } from './actor.ts'
import { type Result, type Refusal, refuse } from '../refusal.ts'
import type { MultipartForm } from './multipart-form.ts'
import { readStoredReply } from './stored-reply.ts'

const KEPT_MS = DAY_MS
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** One intent of one client: the same key, call and body mean the same thing. */
export interface IdempotencyKey {
  readonly key: string
  readonly bodyHash: string
}

export interface IdempotentWrites {
  /** The key of this request, with its form where it is one; refused where the call needs one and there is none. */
  readKey(
    call: Call,
    request: FastifyRequest,
    form?: MultipartForm,
  ): Outcome<IdempotencyKey | undefined, Refusal>
  write(
    key: IdempotencyKey | undefined,
    actor: Actor,
    call: Call,
    work: (unit: UnitOfWork) => Promise<Result<unknown>>,
  ): Promise<Result<unknown>>
}

/**
 * Runs writes so that an intent takes effect once: the key is spent in the transaction of the effect, so both
 * or neither stand after a crash, and of two at once one waits for the other and gets its answer.
 */
export function createIdempotentWrites(
  units: UnitsOfWork,
  rows: IdempotencyRepository,
  digestBytes: Uint8Array,
): IdempotentWrites {
  const digestKey = createSecretKey(digestBytes)
  return {
    readKey(call, request, form) {
      if (!call.idempotent) return ok(undefined)
      const header = request.headers['idempotency-key']
      if (typeof header !== 'string' || !UUID.test(header)) return refuse('idempotencyKeyMissing')
      // Keyed, because a body may hold a password, and a plain digest of one could be tried out offline.
      const digest = createHmac('sha256', digestKey)
      digest.update(JSON.stringify([request.params, request.query, form?.fields ?? request.body]))
      if (form?.upload !== undefined) digest.update(form.upload.bytes)
      return ok({ key: header.toLowerCase(), bodyHash: digest.digest('hex') })
    },
    write(key, actor, call, work) {
      if (key === undefined) return units.write(work)
      return units.write((unit) => once(rows, unit, { ...key, owner: ownerOf(actor), call }, work))
    },
  }
}

interface Claim extends IdempotencyKey {
  readonly owner: string
  readonly call: Call
}

async function once(
  rows: IdempotencyRepository,
  unit: UnitOfWork,
  { owner, key, bodyHash, call }: Claim,
  work: (unit: UnitOfWork) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const expiresAt = new Date(unit.now.getTime() + KEPT_MS)
  const wanted = { owner, key, call: call.name, bodyHash, now: unit.now, expiresAt }
  const claim = await rows.claim(unit.tx, wanted).catch(whereLocked)
  if (claim === undefined) return refuse('idempotencyInProgress', { retryAfterSeconds: 1 })
  if (!claim.claimed) {
    if (claim.bodyHash !== bodyHash) return refuse('idempotencyKeyReused')
    if (claim.answer === undefined) return refuse('idempotencyInProgress', { retryAfterSeconds: 1 })
    return ok(call.reply.decode(readStoredReply(claim.answer)))
  }
  const result = await work(unit)
  if (result.ok) {
    const encoded = JSON.stringify(call.reply.encode(result.value))
    assert(encoded !== undefined, 'an idempotent call answers something')
    await rows.saveAnswer(unit.tx, owner, key, encoded)
  } else if (result.error.commitsWrites) {
    // The refusal commits what it counted, and a retry of the same intent must be judged again.
    await rows.release(unit.tx, owner, key)
  }
  return result
}

/** Another node has worked on the same intent for longer than a lock is waited for (SQLSTATE lock_not_available). */
function whereLocked(error: unknown): undefined {
  if (error instanceof DatabaseFailure && error.code === '55P03') return undefined
  throw error
}

/** Scopes keys by person: no caller can retrieve the response of another. */
function ownerOf(actor: Actor): string {
  switch (actor.kind) {
    case 'anonymous':
      return 'anonymous'
    case 'limited':
      return `application:${actor.portfolioId}:${actor.applicationNo}`
    case 'customer':
      return `customer:${actor.portfolioId}:${actor.openId}`
    case 'employee':
      return `employee:${actor.employeeId}`
  }
}
