import type { Clock } from '@dolphin/domain/time/clock'

/** Tuesday, an ordinary banking day, 10:00 in New York. */
const AN_ORDINARY_MORNING = '2026-03-03T10:00:00-05:00'

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #now: number

  constructor(start: string | Date = AN_ORDINARY_MORNING) {
    this.#now = new Date(start).getTime()
  }

  now(): Date {
    return new Date(this.#now)
  }

  /** Moves forward by so many milliseconds. */
  advance(milliseconds: number): void {
    this.#now += milliseconds
  }

  /** Jumps to an instant. */
  set(instant: string | Date): void {
    this.#now = new Date(instant).getTime()
  }
}
