import { createHmac } from 'node:crypto'
import {
  findAuthenticator,
  spendAuthenticatorStep,
  spendRecoveryCode,
} from '@dolphin/database/identity/authenticator-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import type { Wait } from '../../security/attempt-limits.ts'
import { stepOf } from '../../security/totp.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { IdentityDeps } from './identity-deps.ts'

const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 10
/** 32 characters that are not taken for one another; 50 bits a code. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten codes as they are shown, once: "7F2KQ-0M9XT". */
export function newRecoveryCodes(random: RandomSource): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from(
      random.bytes(RECOVERY_LENGTH),
      (byte) => ALPHABET[byte % ALPHABET.length] ?? '',
    ).join('')
    return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
  })
}

/** What is stored of a recovery code: keyed and bound to its owner. However it is typed, it is the same. */
export function recoveryDigest(
  keys: IdentityDeps['keys'],
  { portfolioId, openId }: Owner,
  code: string,
): string {
  const plain = code.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return createHmac('sha256', keys.derive('recovery codes'))
    .update(`${portfolioId}/${openId}:${plain}`)
    .digest('hex')
}

/** What came of a code typed in place of one that was sent. */
export type AuthenticatorTry =
  | { readonly kind: 'right'; readonly byRecoveryCode: boolean }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly wait: NonNullable<Wait> }

/**
 * Judges a code of the app, or a recovery code, and spends it: neither is taken twice. Each guess is charged before
 * it is judged, so the transaction must commit whatever comes of it.
 */
export async function tryAuthenticator(
  { limits, cipher, keys }: Pick<IdentityDeps, 'limits' | 'cipher' | 'keys'>,
  { tx, now }: UnitOfWork,
  owner: Owner,
  code: string,
): Promise<AuthenticatorTry> {
  const subject = `${owner.portfolioId}/${owner.openId}`
  const wait = await limits.chargeGuess(tx, 'authenticator', subject, now)
  if (wait !== undefined) return { kind: 'wait', wait }
  const { secret } = await findAuthenticator(tx, cipher, owner)
  if (secret === undefined) return { kind: 'wrong' }
  const byRecoveryCode = code.length > 6
  const step = byRecoveryCode ? undefined : stepOf(secret, code, now)
  const right = byRecoveryCode
    ? await spendRecoveryCode(tx, owner, recoveryDigest(keys, owner, code), now)
    : step !== undefined && (await spendAuthenticatorStep(tx, owner, step))
  if (!right) return { kind: 'wrong' }
  await limits.forgive(tx, 'authenticator', subject)
  return { kind: 'right', byRecoveryCode }
}
