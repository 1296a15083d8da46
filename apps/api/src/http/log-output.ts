import type { DestinationStream } from 'pino'
import SonicBoom from 'sonic-boom'

/** Some fifty lines of requests; a write of its own costs each of them more than all else about it. */
const WRITTEN_AT_BYTES = 10_240
/** What a process that is killed at once can leave unwritten. */
const WRITTEN_AFTER_MS = 100
/** Limit of what waits for a reader that has fallen behind; lines beyond it are lost, and counted in the log. */
const MOST_WAITING_BYTES = 8 * 1_024 * 1_024
/** Tries at a reader that takes nothing, a tenth of a second apart, before the end of the process gives it up. */
const LAST_TRIES = 5

/** On every line, also on one that the output writes itself. */
export type LineFacts = Readonly<Record<string, string | number>>

/**
 * Writes lines some fifty at a time, at the latest after a tenth of a second, off the event loop: a reader that has
 * fallen behind blocks no caller. What cannot be written is tried again with the next line; beyond the limit lines are
 * lost, and once there is room again a line states how many. pino's own output brings an older sonic-boom, which
 * retries forever at the end of a process whose reader is gone (docs/decisions/tricks.md).
 */
export function openLogOutput(fd: number, facts: LineFacts): DestinationStream {
  let lastTries = Number.POSITIVE_INFINITY
  const output = new SonicBoom({
    fd,
    minLength: WRITTEN_AT_BYTES,
    periodicFlush: WRITTEN_AFTER_MS,
    maxLength: MOST_WAITING_BYTES,
    contentMode: 'buffer',
    retryEAGAIN: () => lastTries-- > 0,
  })
  // Joined as text, the waiting lines are counted anew at every line: 4.7 µs instead of 1.1. The types know text alone.
  const takeBytes = output.write.bind(output) as unknown as (bytes: Buffer) => boolean
  const write = (line: string): void => void takeBytes(Buffer.from(line))
  let lost = 0
  // There is nowhere to report it
  output.on('error', () => undefined)
  output.on('drop', () => void (lost += 1))
  output.on('drain', () => {
    if (lost === 0) return
    const line = JSON.stringify({ level: 40, ...facts, lost, msg: 'lines of the log were lost' })
    lost = 0
    write(`${line}\n`)
  })
  process.once('exit', () => {
    lastTries = LAST_TRIES
    try {
      output.flushSync()
    } catch {
      // Its reader is gone or its disk full: the process ends all the same
    }
  })
  return { write }
}
