import type { RandomSource } from '@dolphin/domain/time/random-source'

/**
 * Bytes that look random and are the same for the same seed. For tests and simulation only.
 * Source: mulberry32, public domain (Tommy Ettinger).
 */
export class SeededRandom implements RandomSource {
  #state: number

  constructor(seed = 1) {
    this.#state = seed >>> 0
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.#next() & 0xff)
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
