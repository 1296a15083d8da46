import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { createHash } from 'node:crypto'
import {
  consumeChallenge,
  insertChallenge,
  type StaffChallenge,
} from '@dolphin/database/staff/challenge-repository'
import type { ChallengePurpose } from '@dolphin/domain/staff/codes'
import { newId, newToken } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { StaffDeps } from './staff-deps.ts'

/** How long a challenge may be answered. Source: docs/facts/staff-passkeys.md. */
const CHALLENGE_MS = 5 * MINUTE_MS

/** What a challenge is for. */
export interface ChallengeFor {
  readonly purpose: ChallengePurpose
  /** Null where the passkey says who it is. */
  readonly employeeId: string | null
  readonly subject: string | null
  /** SHA-256, hexadecimal, of exactly what is confirmed; null where nothing is. */
  readonly actDigest: string | null
}

/** Makes a challenge that its authenticator signs once, for this purpose alone. */
export async function newChallenge(
  { random }: Pick<StaffDeps, 'random'>,
  { tx, now }: UnitOfWork,
  asked: ChallengeFor,
): Promise<StaffChallenge> {
  const challenge = {
    ...asked,
    challengeId: newId(random),
    nonce: newToken(random),
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHALLENGE_MS),
  }
  await insertChallenge(tx, challenge)
  return { ...challenge, usedAt: null }
}

/** Uses a challenge up before its answer is verified. The transaction must commit whatever comes of it. */
export const takeChallenge = (
  { tx, now }: UnitOfWork,
  challengeId: string,
  purpose: ChallengePurpose,
): Promise<StaffChallenge | undefined> => consumeChallenge(tx, challengeId, purpose, now)

/**
 * The bytes that an authenticator signs: the nonce makes them a challenge, purpose and act bind them to what they are
 * for, so that an answer to a sign-in never confirms an act. Source: docs/facts/staff-passkeys.md.
 */
export const challengeBytes = ({ purpose, nonce, actDigest }: StaffChallenge): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHash('sha256')
      .update(`dolphin-staff/1\n${purpose}\n${actDigest ?? ''}\n`)
      .update(Buffer.from(nonce, 'base64url'))
      .digest(),
  )
