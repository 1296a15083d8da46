import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { RandomSource } from '@dolphin/domain/time/random-source'

/** 256 random bits as 43 URL-safe characters: access tokens, resource tokens, device tokens. */
export function newToken(random: RandomSource): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

/**
 * A token that can be made again from what it stands for, 256 bits under a key of its own: the same link can be
 * shown in a list, mailed and handed to a bank page while only its digest is stored.
 */
export function derivedToken(key: Uint8Array, subject: readonly (string | number)[]): string {
  return createHmac('sha256', key).update(JSON.stringify(subject)).digest('base64url')
}

/**
 * 128 random bits: public ids and codes that must not be guessable (openId, sessionId, requestCode). One that begins
 * with a dash is drawn again: people type ids after a command, where a dash begins an option.
 */
export function newId(random: RandomSource): string {
  for (;;) {
    const id = Buffer.from(random.bytes(16)).toString('base64url')
    if (!id.startsWith('-')) return id
  }
}

/** What is stored of a token. A token has 256 bits of its own, so a plain digest suffices. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** Six digits, each value equally likely: draws beyond the largest multiple are thrown away. */
export function newCode(random: RandomSource): string {
  const values = 1_000_000
  const largest = Math.floor(2 ** 32 / values) * values
  for (;;) {
    const drawn = Buffer.from(random.bytes(4)).readUInt32BE(0)
    if (drawn < largest) return String(drawn % values).padStart(6, '0')
  }
}

/** Compares two digests without telling by time where they part. */
export function sameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whether a request carries a bearer token. Compared by digest, so that neither length nor beginning of it can be timed. */
export const holdsBearer = (
  { authorization = '' }: { readonly authorization?: string | undefined },
  token: string,
): boolean => sameDigest(hashToken(authorization), hashToken(`Bearer ${token}`))
