import { createHash, createHmac } from 'node:crypto'
import type { RandomSource } from '@dolphin/domain/time/random-source'

/** What is stored of a token. A token has 256 bits of its own, so a plain digest suffices. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * A token that can be made again from what it stands for, 256 bits under a key of its own: the same link can be
 * shown in a list, mailed and handed to a bank page while only its digest is stored.
 */
export function derivedLinkToken(key: Uint8Array, subject: readonly (string | number)[]): string {
  return createHmac('sha256', key).update(JSON.stringify(subject)).digest('base64url')
}

/** 128 random bits as text: codes and numbers that must not be guessable. */
export function newPublicId(random: RandomSource): string {
  return Buffer.from(random.bytes(16)).toString('base64url')
}
