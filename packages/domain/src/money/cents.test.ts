import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { cents, divideHalfUp, max, min, moneyToWire, parseMoney, sum } from './cents.ts'

const seed = { seed: 1026, numRuns: 1000 }
const anyCents = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }).map(cents)

describe('money on the wire', () => {
  test('what is written is read back equal', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(parseMoney(moneyToWire(amount))).toBe(amount)
      }),
      seed,
    )
  })

  test.each([
    '500',
    '500.0',
    '1,000.00',
    '-0.00',
    ' 5.00',
    '+5.00',
    '05.00',
    '.50',
    '1e3',
    '',
    '12345678901234.00',
    '5.001',
    'x5.00',
  ])('refuses %j: dollars, a point, two digits', (wire) => {
    expect(parseMoney(wire)).toBeUndefined()
  })

  test('cents below a dollar keep their zeros', () => {
    expect(moneyToWire(cents(5n))).toBe('0.05')
    expect(moneyToWire(cents(-5n))).toBe('-0.05')
    expect(parseMoney('0.00')).toBe(0n)
  })
})

describe('sums', () => {
  test('sum does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(anyCents), (amounts) => {
        expect(sum(amounts)).toBe(sum(amounts.toReversed()))
      }),
      seed,
    )
  })

  test('nothing sums to zero, and amounts to what they come to together', () => {
    expect(sum([])).toBe(0n)
    expect(sum([cents(150n), cents(-20n), cents(5n)])).toBe(135n)
  })

  test('smaller and larger, whichever is named first', () => {
    expect([min(cents(1n), cents(2n)), min(cents(2n), cents(1n))]).toEqual([1n, 1n])
    expect([max(cents(1n), cents(2n)), max(cents(2n), cents(1n))]).toEqual([2n, 2n])
  })
})

describe('half-up division', () => {
  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [4n, 3n, 1n],
    [149n, 100n, 1n],
    [150n, 100n, 2n],
    [0n, 7n, 0n],
  ])('%d / %d = %d: a half goes away from zero', (numerator, denominator, quotient) => {
    expect(divideHalfUp(numerator, denominator)).toBe(quotient)
  })

  test('is never further than a half from the exact value', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
        const twiceError = 2n * (numerator - divideHalfUp(numerator, denominator) * denominator)
        expect(twiceError <= denominator && twiceError >= -denominator).toBe(true)
      }),
      seed,
    )
  })

  test('a denominator that is not positive is a bug', () => {
    expect(() => divideHalfUp(1n, 0n)).toThrow('a half-up division needs a positive denominator')
    expect(() => divideHalfUp(1n, -1n)).toThrow(AssertionFailure)
  })
})
