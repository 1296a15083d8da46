import { createHash } from 'node:crypto'

/** A number from 0 up to but not 1 that depends on its words alone: the same seed lives the same life again. */
export type Chance = (...words: readonly (string | number)[]) => number

const BYTES = 6
const RANGE = 2 ** (8 * BYTES)

/** Chance of a seed. What is asked first changes nothing about what is asked later. */
export const seededChance =
  (seed: number): Chance =>
  (...words) =>
    createHash('sha256')
      .update(JSON.stringify([seed, ...words]))
      .digest()
      .readUIntBE(0, BYTES) / RANGE
