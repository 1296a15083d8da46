import { createHmac } from 'node:crypto'
import { readWindow } from '@dolphin/database/driver/attempt-window'
import type { Executor } from '@dolphin/database/driver/executor'
import { clearAttempts, countAttempt } from '@dolphin/database/driver/rate-limit-repository'

/** Until when the caller has to wait; undefined: go on. */
export type Wait = { readonly seconds: number } | undefined

/** Failures without a wait, then 1 s doubling up to 15 min. Source: design/security.md "Figures". */
const FREE_FAILURES = 4
const LONGEST_DELAY_MS = 15 * 60_000
const MEMORY_MS = 24 * 3_600_000

/** Limits that protect accounts, shared by all nodes because they are counted in the database. */
export interface AttemptLimits {
  /** At most `limit` in each window. */
  take(
    executor: Executor,
    subject: string,
    rule: { limit: number; windowMs: number },
    at: Date,
  ): Promise<Wait>
  /**
   * Charges one more guess at a secret before it is checked: guesses made at the same time cannot share a charge.
   * From the fifth on, each has to wait out the one before; no subject is ever locked permanently.
   */
  chargeGuess(executor: Executor, subject: string, at: Date): Promise<Wait>
  /** After a right answer the count starts again. */
  forgive(executor: Executor, subject: string): Promise<void>
}

/** People stand in the keys by keyed digest only. */
export function createAttemptLimits(digestKey: Uint8Array): AttemptLimits {
  const keyOf = (kind: string, subject: string) =>
    `${kind}:${createHmac('sha256', digestKey).update(subject).digest('base64url')}`
  return {
    async take(executor, subject, { limit, windowMs }, at) {
      const { count, windowEndsAt } = await countAttempt(executor, keyOf('take', subject), windowMs, at)
      return count <= limit ? undefined : waitUntil(windowEndsAt, at)
    },
    async chargeGuess(executor, subject, at) {
      const delayKey = keyOf('delay', subject)
      const running = await readWindow(executor, delayKey, at)
      if (running !== undefined) return waitUntil(running.windowEndsAt, at)
      const { count } = await countAttempt(executor, keyOf('guess', subject), MEMORY_MS, at)
      if (count <= FREE_FAILURES) return undefined
      const delayMs = Math.min(1_000 * 2 ** (count - FREE_FAILURES - 1), LONGEST_DELAY_MS)
      const delay = await countAttempt(executor, delayKey, delayMs, at)
      // Another guess opened the same window at the same time; this one waits.
      return delay.count === 1 ? undefined : waitUntil(delay.windowEndsAt, at)
    },
    async forgive(executor, subject) {
      await clearAttempts(executor, keyOf('guess', subject))
      await clearAttempts(executor, keyOf('delay', subject))
    },
  }
}

function waitUntil(end: Date, at: Date): { seconds: number } {
  return { seconds: Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1_000)) }
}
