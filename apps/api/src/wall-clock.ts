import { mkdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '@dolphin/domain/time/clock'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import { randomBytes } from 'node:crypto'

/** The machine's clock; the only place of the server that reads it. */
export const wallClock: Clock = { now: () => new Date() }

/** Cryptographic randomness; the only source of the server. */
export const systemRandom: RandomSource = { bytes: (count) => new Uint8Array(randomBytes(count)) }

/** The machine's clock moved by an offset, so that a demonstration can live through banking days. */
export interface ShiftableClock extends Clock {
  readonly offsetMs: () => number
  /** Moves "now" to the instant and keeps the distance, also across a restart. Time may only move on. */
  moveTo(instant: Date): Promise<void>
  /** Back to the machine's own time. */
  reset(): Promise<void>
}

/** Whether this server's clock can be moved; in production it cannot. */
export const isShiftable = (clock: Clock): clock is ShiftableClock => 'moveTo' in clock

/** Opens the clock of a development server; the offset lives in a file of the data folder. */
export function openShiftableClock(file: string, base: Clock = wallClock): ShiftableClock {
  let offset = readOffset(file)
  const keep = async (ms: number) => {
    mkdirSync(dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify({ offsetMs: ms })}\n`)
    offset = ms
  }
  return {
    now: () => new Date(base.now().getTime() + offset),
    offsetMs: () => offset,
    moveTo: (instant) => keep(instant.getTime() - base.now().getTime()),
    reset: () => keep(0),
  }
}

function readOffset(file: string): number {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const ms = typeof kept === 'object' && kept !== null && 'offsetMs' in kept ? kept.offsetMs : 0
    return typeof ms === 'number' && Number.isSafeInteger(ms) ? ms : 0
  } catch {
    return 0
  }
}
