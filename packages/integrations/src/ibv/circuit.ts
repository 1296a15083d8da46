import type { Clock } from '@dolphin/domain/time/clock'

/** Source: design/security.md F7. */
const FAILURES_TO_OPEN = 5
const OPEN_MS = 30_000

/**
 * Stops asking who does not answer: after five failures in a row nothing is let through for half a minute, then
 * one call on trial, whose end decides. A refusal, a limit and a response that cannot be read are no failures.
 */
export class Circuit {
  readonly #clock: Clock
  #failures = 0
  #openedAt: number | undefined
  #isOnTrial = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether a call would be let through. */
  get isClosed(): boolean {
    if (this.#openedAt === undefined) return true
    return !this.#isOnTrial && this.#clock.now().getTime() - this.#openedAt >= OPEN_MS
  }

  /** Whether one call may go through. A caller that got true must report how the call ended. */
  enter(): boolean {
    if (!this.isClosed) return false
    this.#isOnTrial = this.#openedAt !== undefined
    return true
  }

  succeeded(): void {
    this.#failures = 0
    this.#openedAt = undefined
    this.#isOnTrial = false
  }

  failed(): void {
    this.#failures += 1
    if (this.#isOnTrial || this.#failures >= FAILURES_TO_OPEN) {
      this.#openedAt = this.#clock.now().getTime()
    }
    this.#isOnTrial = false
  }
}
