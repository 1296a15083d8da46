import type { RandomSource } from '@dolphin/domain/time/random-source'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with what every authenticator app speaks: SHA-1, 6 digits, 30 s; 160 bits of key (RFC 4226 §4). */
const PERIOD_SECONDS = 30
const KEY_BYTES = 20
/** A clock may be one step off either way (RFC 6238 §5.2). */
const WINDOW = 1
/** Ten minutes either way: no code is accepted there, but its owner learns that a clock is off. */
const WRONG_CLOCK_WINDOW = 20

const totpOf = (secret: string, issuer = '', label = 'account') =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })

const base32Of = (bytes: Uint8Array): string => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32

/** A fresh key in base32, as apps take it by typing. */
export const newAuthenticatorKey = (random: RandomSource): string => base32Of(random.bytes(KEY_BYTES))

/** A key in base32 out of bytes that are derived, at least 20 of them. */
export const authenticatorKeyOf = (bytes: Uint8Array): string => base32Of(bytes.subarray(0, KEY_BYTES))

/** What the picture code carries: `otpauth://totp/…`. */
export const otpauthUrl = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer, label).toString()

/** The 30-second step that a code belongs to; undefined if it is not the key's within one step of now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = stepsOff(secret, code, now, WINDOW)
  return delta === undefined ? undefined : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta
}

/** How many minutes the clock that made a code is off, ahead or behind; undefined where the code is simply wrong. */
export function clockOffMinutes(secret: string, code: string, now: Date): number | undefined {
  const delta = stepsOff(secret, code, now, WRONG_CLOCK_WINDOW)
  return delta === undefined ? undefined : Math.round((delta * PERIOD_SECONDS) / 60)
}

function stepsOff(secret: string, code: string, now: Date, window: number): number | undefined {
  return totpOf(secret).validate({ token: code, timestamp: now.getTime(), window }) ?? undefined
}
