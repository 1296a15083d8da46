import { describe, expect, test } from 'vitest'
import { percentText } from './percent.ts'
import { compareRational, parseDecimal, rational } from './rational.ts'

describe('percent, two decimals half-up (product §9)', () => {
  test.each([
    [258_320n, 100_000n, '258.32'],
    [258_325n, 10_000_000n, '2.58'],
    [12_345n, 1_000_000n, '1.23'],
    [12_350n, 1_000_000n, '1.24'],
    [1n, 3n, '33.33'],
    [2n, 3n, '66.67'],
    [0n, 1n, '0.00'],
    [-12_350n, 1_000_000n, '-1.24'],
    [5n, 100_000n, '0.01'],
  ])('%d/%d is %s', (numerator, denominator, text) => {
    expect(percentText(rational(numerator, denominator))).toBe(text)
  })

  test('other precisions for comparison with published figures', () => {
    expect(percentText(rational(391_071_429n, 100_000_000n), 0)).toBe('391')
    expect(percentText(rational(1n, 3n), 4)).toBe('33.3333')
  })
})

describe('decimals are read exactly', () => {
  test.each([
    ['2.60', 260n, 100n],
    ['-0.5', -5n, 10n],
    ['195', 195n, 1n],
  ])('%s', (text, numerator, denominator) => {
    expect(parseDecimal(text)).toEqual({ numerator, denominator })
  })

  test.each(['', '1.', '.5', '1e3', '+1', 'abc', '1,0'])('%j is none', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  })

  test('a denominator that is not positive is a bug', () => {
    expect(() => rational(1n, 0n)).toThrow('a fraction needs a positive denominator')
    expect(() => rational(1n, -3n)).toThrow('a fraction needs a positive denominator')
  })

  test('fractions compare by value', () => {
    expect(compareRational(rational(1n, 2n), rational(2n, 4n))).toBe(0)
    expect(compareRational(rational(1n, 3n), rational(1n, 2n))).toBe(-1)
    expect(compareRational(rational(36n, 100n), rational(35n, 100n))).toBe(1)
  })
})
