import { seededChance } from '../simulator/chance.ts'
import { describe, expect, test } from 'vitest'
import { isTheSame, timeGap } from './same-time.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Times about 100 that differ from one seed to the other, as a machine's do. */
function timesOf(seed: number, shift = 0): number[] {
  const chance = seededChance(seed)
  return upTo(500).map((index) => 100 + shift + 20 * chance('time', index) * chance('again', index))
}

describe('two samples of times beside each other (design/security.md "Figures": enumeration)', () => {
  test('p is the published one for a known sample', () => {
    // Each value of one list is below each of the other: U = 0, z = (50 − 0.5) / √175, two-sided 1.8267e-4.
    expect(
      timeGap(
        upTo(10),
        upTo(10).map((one) => one + 10),
      ).p,
    ).toBeCloseTo(1.8267e-4, 6)
    // Interleaved evenly: U = 45 of 100, z = 4.5 / √175, two-sided 0.73373.
    const evenly = upTo(10).map((one) => 2 * one)
    expect(
      timeGap(
        evenly.map((one) => one - 1),
        evenly,
      ).p,
    ).toBeCloseTo(0.73373, 4)
  })

  test('equal values share their rank: lists of one and the same value are the same', () => {
    expect(timeGap([7, 7, 7, 7], [7, 7, 7])).toEqual({ p: 1, medianGapPercent: 0 })
  })

  test('times of the same work are not distinguished', () => {
    expect(isTheSame(timeGap(timesOf(1), timesOf(2)))).toBe(true)
  })

  test('work that takes a twentieth longer is distinguished', () => {
    const gap = timeGap(timesOf(1), timesOf(2, 5))
    expect(gap.p).toBeLessThan(0.01)
    expect(gap.medianGapPercent).toBeGreaterThan(2)
    expect(isTheSame(gap)).toBe(false)
  })

  test('a difference that is sure and smaller than 2 % does not count', () => {
    const gap = timeGap(
      timesOf(1),
      timesOf(1).map((time) => time * 1.015),
    )
    expect(gap.medianGapPercent).toBeLessThan(2)
    expect(isTheSame(gap)).toBe(true)
  })
})
