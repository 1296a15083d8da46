import { listOwnGrants, listOwnRedemptions } from '@dolphin/database/coupons/coupon-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { normalCode } from '../plans/coupon-catalog.ts'

/**
 * Charges a typed code to the limit before the code is checked, whether it is right or wrong: if only wrong codes
 * were charged, a reply past the limit would still show which is which. Codes that the customer holds are free,
 * because they are not guesses. Call this before a transaction, so that a refusal keeps the charge. The count is per
 * owner of the session, over all their sessions and all nodes.
 *
 * Errors: `tooManyRequests`, with how long to wait.
 */
export async function chargeGuess(
  { database, limits }: Pick<Deps, 'database' | 'limits'>,
  actor: SessionActor,
  typed: string,
  now: Date,
): Promise<Result<undefined>> {
  if (await isOwn({ database }, actor, normalCode(typed))) return ok(undefined)
  const owner = actor.kind === 'customer' ? actor.openId : actor.applicationNo
  const subject = `${actor.portfolioId}/${owner}`
  const wait = await limits.take(database.db, 'couponCodes', subject, now)
  return wait === undefined ? ok(undefined) : refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
}

async function isOwn(
  { database: { db } }: Pick<Deps, 'database'>,
  actor: SessionActor,
  code: string,
): Promise<boolean> {
  if (actor.kind !== 'customer') return false
  const held = [...(await listOwnRedemptions(db, actor)), ...(await listOwnGrants(db, actor))]
  return held.some(({ couponCode }) => couponCode === code)
}
