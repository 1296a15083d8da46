import { FakeClock } from '@dolphin/testkit/fake-clock'
import type { ShiftableClock } from '../wall-clock.ts'

/** The clock of a demonstration, which operations may move; it stands still by itself and knows where it was moved. */
export class MovableClock extends FakeClock implements ShiftableClock {
  readonly moves: Date[] = []
  #moved = 0
  readonly offsetMs = (): number => this.#moved

  moveTo(instant: Date): Promise<void> {
    this.moves.push(instant)
    this.#moved += instant.getTime() - this.now().getTime()
    this.set(instant)
    return Promise.resolve()
  }

  reset(): Promise<void> {
    this.#moved = 0
    return Promise.resolve()
  }
}
