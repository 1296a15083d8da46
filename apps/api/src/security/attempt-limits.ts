import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { createHmac, createSecretKey } from 'node:crypto'
import type { Executor } from '@dolphin/database/driver/executor'
import {
  clearAttempts,
  countAttempt,
  countUpTo,
  readWindow,
  uncountAttempt,
} from '@dolphin/database/driver/rate-limit-repository'
import { networksOf } from './client-network.ts'
import { FREE_GUESSES, GUESS_LIMITS, type GuessLimitName, LIMITS, type LimitName } from './limits.ts'

/** Until when the caller has to wait; undefined: go on. */
export type Wait = { readonly seconds: number } | undefined

/** As Wait; `isUsedUp` where no guess is left until the memory of guesses ends. */
export type GuessWait = (NonNullable<Wait> & { readonly isUsedUp: boolean }) | undefined

/** 1 s after the free guesses, doubling up to 15 min. Source: design/security.md "Figures". */
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 15 * MINUTE_MS

/** Limits that protect accounts, shared by all nodes because they are counted in the database. */
export interface AttemptLimits {
  /** Counts one of what is limited; of a limit by network the subject is the caller's address. */
  take(executor: Executor, name: LimitName, subject: string, at: Date): Promise<Wait>
  /** Ends the window of what was taken: it is over before its time. */
  release(executor: Executor, name: LimitName, subject: string): Promise<void>
  /**
   * Charges one more guess at a secret before it is checked: guesses made at the same time cannot share a charge.
   * From the fifth on, each has to wait out the one before; a guess that has to wait is not charged.
   */
  chargeGuess(executor: Executor, name: GuessLimitName, subject: string, at: Date): Promise<GuessWait>
  /** After a right answer the count starts again. */
  forgive(executor: Executor, name: GuessLimitName, subject: string): Promise<void>
  /** After a right answer its own charge is taken back; wrong ones before it stay counted. */
  takeBack(executor: Executor, name: GuessLimitName, subject: string): Promise<void>
}

export interface LimitSettings {
  readonly signInAttemptsPerMinute: number
  readonly rateLimitPerMinute: number
}

/** People stand in the keys by keyed digest only. */
export function createAttemptLimits(digestBytes: Uint8Array, settings: LimitSettings): AttemptLimits {
  const digestKey = createSecretKey(digestBytes)
  const keyOf = (kind: string, subject: string) =>
    `${kind}:${createHmac('sha256', digestKey).update(subject).digest('base64url')}`
  const guessKeys = (name: GuessLimitName, subject: string) => ({
    guesses: keyOf('guess', `${name}/${subject}`),
    delay: keyOf('delay', `${name}/${subject}`),
  })
  const allowanceOf = (name: LimitName): number => {
    const { allowance } = LIMITS[name]
    if (typeof allowance === 'number') return allowance
    return allowance === 'SIGN_IN_ATTEMPTS_PER_MINUTE'
      ? settings.signInAttemptsPerMinute
      : Math.ceil(settings.rateLimitPerMinute / 10)
  }
  return {
    async take(executor, name, subject, at) {
      const { by, windowMs } = LIMITS[name]
      const counted = by === 'network' ? networksOf(subject) : [{ name: subject, share: 1 }]
      // Narrowest first: what one caller has too much of is not taken from the neighbors.
      for (const { name: counter, share } of counted) {
        const key = keyOf('take', `${name}/${counter}`)
        const { count, windowEndsAt } = await countAttempt(executor, key, { windowMs }, at)
        if (count > allowanceOf(name) * share) return waitUntil(windowEndsAt, at)
      }
      return undefined
    },
    release: (executor, name, subject) => clearAttempts(executor, keyOf('take', `${name}/${subject}`)),
    async chargeGuess(executor, name, subject, at) {
      const { most, windowMs } = GUESS_LIMITS[name]
      const keys = guessKeys(name, subject)
      const running = await readWindow(executor, keys.delay, DELAY, at)
      if (running !== undefined) return { ...waitUntil(running.windowEndsAt, at), isUsedUp: false }
      if (await countUpTo(executor, keys.guesses, { windowMs, most: FREE_GUESSES }, at)) return undefined
      const made = await readWindow(executor, keys.guesses, { windowMs }, at)
      const count = made?.count ?? FREE_GUESSES
      if (made !== undefined && count >= most) return { ...waitUntil(made.windowEndsAt, at), isUsedUp: true }
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (count - FREE_GUESSES), LONGEST_DELAY_MS)
      const delay = await countAttempt(executor, keys.delay, { ...DELAY, windowMs: delayMs }, at)
      // Another guess opened the same window at the same time; this one waits.
      if (delay.count > 1) return { ...waitUntil(delay.windowEndsAt, at), isUsedUp: false }
      await countAttempt(executor, keys.guesses, { windowMs }, at)
      return undefined
    },
    async forgive(executor, name, subject) {
      const { guesses, delay } = guessKeys(name, subject)
      await clearAttempts(executor, guesses)
      await clearAttempts(executor, delay)
    },
    async takeBack(executor, name, subject) {
      const { guesses, delay } = guessKeys(name, subject)
      await uncountAttempt(executor, guesses)
      await clearAttempts(executor, delay)
    },
  }
}

const DELAY = { windowMs: LONGEST_DELAY_MS, longestMs: LONGEST_DELAY_MS } as const

function waitUntil(end: Date, at: Date): { seconds: number } {
  return { seconds: Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1_000)) }
}
