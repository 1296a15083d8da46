import { AsyncLocalStorage } from 'node:async_hooks'

/** A value that work carries along, and what was carried already where that work began. */
interface Frame {
  readonly of: CarriedValue<unknown>
  readonly value: unknown
  readonly outer: Frame | undefined
}

/** One for all: every storage is written onto every promise that is ever made after its first use, for good. */
const frames = new AsyncLocalStorage<Frame>()

/**
 * A value that work carries along through everything it awaits, without each call handing it on. Any number of them
 * cost no more than one, and one that nobody holds any longer leaves nothing behind (docs/decisions/hot-reads.md, Around
 * a request).
 */
export class CarriedValue<T> {
  /** Runs work that carries the value, instead of the one carried so far. */
  run<R>(value: T, work: () => R): R {
    return frames.run({ of: this, value, outer: frames.getStore() }, work)
  }

  /** What is carried here; undefined outside of such work. */
  get(): T | undefined {
    let frame = frames.getStore()
    while (frame !== undefined && frame.of !== this) frame = frame.outer
    return frame?.value as T | undefined
  }
}
