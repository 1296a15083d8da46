import type { DestinationStream } from 'pino'

/** Some fifty lines of requests; a write of its own costs each of them more than all else about it. */
const WRITTEN_AT_CHARACTERS = 10_240
/** What a process that is killed at once can leave unwritten. */
const WRITTEN_AFTER_MS = 100
/** Limit of what waits for a reader that has fallen behind; lines beyond it are lost, and counted in the log. */
const MOST_WAITING = 8 * 1_024 * 1_024
/** How long the end of the process waits for such a reader. */
const LAST_TRIES = 10
const LAST_PAUSE_MS = 50
const NOTHING = Buffer.alloc(0)

/** Where lines go: as `fs.writeSync`, how many of the bytes were taken, or a failure of the system. */
export type Write = (bytes: Uint8Array) => number

/** Takes lines for a log, and writes them several at a time. */
export interface LogOutput extends DestinationStream {
  /** Writes what waits, as far as it is taken without a pause. */
  flushSync(): void
  /** Writes what waits before the process ends; discards what the reader does not take within half a second. */
  end(): void
}

/** On every line, also on one that this output writes itself. */
export type LineFacts = Readonly<Record<string, string | number>>

/**
 * Writes lines some fifty at a time, at the latest after a tenth of a second. A reader that has fallen behind blocks no
 * caller: what it left is retried. What cannot be written, because the reader is gone or the disk is full, is lost;
 * the next write ends with a line that states how many were lost. At the end of the process, pino's own output retries
 * forever without a reader, and the process never ends (docs/decisions/hot-reads.md, Around a request).
 */
export function createLogOutput(write: Write, facts: LineFacts = {}): LogOutput {
  let lines: string[] = []
  let characters = 0
  let left: Buffer = NOTHING
  let lost = 0
  let timer: NodeJS.Timeout | undefined

  const later = (): void => void (timer ??= setTimeout(flushSync, WRITTEN_AFTER_MS).unref())
  function flushSync(): void {
    clearTimeout(timer)
    timer = undefined
    const reported =
      lost === 0
        ? ''
        : `${JSON.stringify({ level: 40, ...facts, lost, msg: 'lines of the log were lost' })}\n`
    let waiting = Buffer.concat([left, Buffer.from(lines.join('') + reported)])
    // The line that tells of them is itself among those that wait.
    const uncounted = Math.max(0, lost - 1)
    lines = []
    characters = 0
    left = NOTHING
    lost = 0
    try {
      while (waiting.length > 0) waiting = waiting.subarray(write(waiting))
    } catch (error) {
      if (!isBehind(error)) {
        lost = uncounted + lineEndsIn(waiting)
        return
      }
      left = waiting
      later()
    }
  }
  return {
    write(line) {
      if (left.length + characters > MOST_WAITING) {
        lost += 1
        return
      }
      lines.push(line)
      characters += line.length
      if (characters >= WRITTEN_AT_CHARACTERS && left.length === 0) flushSync()
      else later()
    },
    flushSync,
    end() {
      flushSync()
      for (let tries = 0; left.length > 0 && tries < LAST_TRIES; tries += 1) {
        pause(LAST_PAUSE_MS)
        flushSync()
      }
    },
  }
}

const lineEndsIn = (bytes: Buffer): number => bytes.toString().split('\n').length - 1

const isBehind = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY')

/** The process is about to end: nothing else could run meanwhile. */
const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
