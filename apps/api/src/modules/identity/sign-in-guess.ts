import { findOwnerOnDevice } from '@dolphin/database/identity/known-device-repository'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import type { GuessWait } from '../../security/attempt-limits.ts'
import type { Place } from '../../security/fair-queue.ts'
import { hashToken } from '../../security/secrets.ts'
import { knownDeviceSubject } from './device-service.ts'
import type { IdentityDeps } from './identity-deps.ts'

export interface GuessedAccount {
  readonly portfolioId: number
  readonly account: string
  readonly deviceToken: string | undefined
  readonly ip: string
}

/** A password that may be checked, by whose count. */
export interface SignInGuess {
  readonly countedAs: 'password' | 'passwordOnDevice'
  readonly subject: string
  /** Where it waits to be checked. */
  readonly place: Place
}

/** The account whose password strangers guess. */
export const guessSubject = (portfolioId: number, account: string): string =>
  `${portfolioId}/${account.trim().toLowerCase()}`

/**
 * Charges a guess at a password. A device on which the account signed in before has a count of its own, so that
 * strangers who guess keep its owner out of nothing; once it is used up, the device is a stranger's: its cookie may be
 * stolen. Errors: `signInThrottled`, `passwordResetNeeded`. Source: docs/decisions/sessions-and-cookies.md, Guessing.
 */
export async function chargeSignIn(
  deps: GuessDeps,
  guessed: GuessedAccount,
  now: Date,
): Promise<Result<SignInGuess>> {
  return (await chargeOnDevice(deps, guessed, now)) ?? (await chargeStranger(deps, guessed, now))
}

type GuessDeps = Pick<IdentityDeps, 'database' | 'cipher' | 'limits'>

/** Undefined where the device is not known, or has had too much. */
async function chargeOnDevice(
  deps: GuessDeps,
  guessed: GuessedAccount,
  now: Date,
): Promise<Result<SignInGuess> | undefined> {
  const { limits, database } = deps
  const subject = await deviceSubject(deps, guessed, now)
  if (subject === undefined) return undefined
  if ((await limits.take(database.db, 'signInOnDevice', subject, now)) !== undefined) return undefined
  const wait = await limits.chargeGuess(database.db, 'passwordOnDevice', subject, now)
  if (wait?.isUsedUp === true) return undefined
  const place = { kind: 'known', name: subject, address: guessed.ip } as const
  return charged({ countedAs: 'passwordOnDevice', subject, place }, wait)
}

async function chargeStranger(
  { limits, database }: GuessDeps,
  { portfolioId, account, ip }: GuessedAccount,
  now: Date,
): Promise<Result<SignInGuess>> {
  const tooMany = await limits.take(database.db, 'signIn', ip, now)
  if (tooMany !== undefined) return refuse('signInThrottled', { retryAfterSeconds: tooMany.seconds })
  const subject = guessSubject(portfolioId, account)
  const wait = await limits.chargeGuess(database.db, 'password', subject, now)
  return charged({ countedAs: 'password', subject, place: { kind: 'stranger', address: ip } }, wait)
}

function charged(guess: SignInGuess, wait: GuessWait): Result<SignInGuess> {
  if (wait === undefined) return ok(guess)
  return wait.isUsedUp
    ? refuse('passwordResetNeeded')
    : refuse('signInThrottled', { retryAfterSeconds: wait.seconds })
}

async function deviceSubject(
  { database, cipher }: GuessDeps,
  { portfolioId, account: email, deviceToken }: GuessedAccount,
  now: Date,
): Promise<string | undefined> {
  if (deviceToken === undefined) return undefined
  const deviceHash = hashToken(deviceToken)
  const owner = await findOwnerOnDevice(database.db, cipher, { portfolioId, email, deviceHash }, now)
  return owner && knownDeviceSubject(owner, deviceHash)
}

/**
 * After a right password a stranger's count starts again. Of a known device only this guess is taken back: its owner,
 * who signs in daily, would else give a thief of its cookie new guesses each day.
 */
export async function settleSignIn(
  { database, limits }: Pick<IdentityDeps, 'database' | 'limits'>,
  { countedAs, subject }: SignInGuess,
): Promise<void> {
  if (countedAs === 'password') await limits.forgive(database.db, countedAs, subject)
  else await limits.takeBack(database.db, countedAs, subject)
}
