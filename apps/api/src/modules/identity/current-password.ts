import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { ok } from '@dolphin/domain/outcome'
import type { CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { Place } from '../../security/fair-queue.ts'
import type { IdentityDeps } from './identity-deps.ts'

const WRONG = {
  en: 'The current password is not right. Enter it again.',
  es: 'La contraseña actual no es correcta. Escríbala otra vez.',
}

/** Where the passwords of a session wait to be hashed. */
export const placeOf = ({ sessionId }: CustomerActor): Place => ({
  kind: 'known',
  name: `session/${sessionId}`,
})

const guesses = ({ portfolioId, openId }: CustomerActor): string => `${portfolioId}/${openId}`

/**
 * The current password, asked for again before what guards the account changes, and before sessions are ended. Each
 * guess is charged; a right one forgives them all, whatever becomes of the act that asked. Errors: `signInThrottled`,
 * `currentPasswordWrong` at the element. Source: ASVS 7.5.1, 7.5.2.
 */
export async function checkCurrentPassword(
  { limits, database, cipher, clock, passwords }: IdentityDeps,
  actor: CustomerActor,
  password: string,
  elementKey: string,
): Promise<Result<undefined>> {
  const wait = await limits.chargeGuess(database.db, 'currentPassword', guesses(actor), clock.now())
  if (wait !== undefined) return refuse('signInThrottled', { retryAfterSeconds: wait.seconds })
  const customer = await findCustomer(database.db, cipher, actor)
  if (!(await passwords.verify(password, customer?.passwordHash ?? undefined, placeOf(actor))))
    return refuse('currentPasswordWrong', { errors: [{ elementKey, message: WRONG }] })
  await limits.forgive(database.db, 'currentPassword', guesses(actor))
  return ok(undefined)
}
