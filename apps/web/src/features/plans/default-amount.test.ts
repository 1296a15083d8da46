import { describe, expect, test } from 'vitest'
import { defaultAmount, isOffered } from './default-amount.ts'

const RANGE = { minimum: 20_000, maximum: 80_000, step: 5_000 }

describe('the amount to begin with: never the most, unless it was asked for (borrower-journey.md)', () => {
  test.each([
    ['asked for and on offer', RANGE, 60_000, 60_000],
    ['the most, asked for', RANGE, 80_000, 80_000],
    ['more than the most', RANGE, 100_000, 75_000],
    ['less than the least', RANGE, 10_000, 20_000],
    ['between two steps', RANGE, 62_500, 60_000],
    ['nothing asked for', RANGE, undefined, 50_000],
    ['one amount alone', { ...RANGE, maximum: 20_000 }, undefined, 20_000],
    ['two amounts', { ...RANGE, maximum: 25_000 }, undefined, 20_000],
    ['no step', { ...RANGE, step: 0 }, 100_000, 20_000],
  ])('%s', (_, range, asked, amount) => {
    expect(defaultAmount(range, asked)).toBe(amount)
    expect(isOffered(defaultAmount(range, asked), range)).toBe(true)
  })
})
