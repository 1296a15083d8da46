import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { ChangeType, InstallmentFlag, isChangeType } from './codes.ts'
import { hasFlag, withFlag, withoutFlag } from './installment-flags.ts'

describe('installment flags are bits (product §3, domain §1)', () => {
  test('the numbers', () => {
    expect(Object.values(InstallmentFlag)).toEqual([0, 1, 2, 4, 8, 16, 256])
  })

  test('several hold at once and each is cleared alone', () => {
    const both = withFlag(withFlag(0, InstallmentFlag.new), InstallmentFlag.collection)
    expect(both).toBe(264)
    expect(hasFlag(both, InstallmentFlag.new)).toBe(true)
    expect(hasFlag(both, InstallmentFlag.deleted)).toBe(false)
    expect(withoutFlag(both, InstallmentFlag.collection)).toBe(256)
    expect(hasFlag(both, InstallmentFlag.default)).toBe(false)
    expect(hasFlag(0, InstallmentFlag.default)).toBe(true)
  })

  test('an unknown bit is a bug', () => {
    expect(() => hasFlag(32, InstallmentFlag.new)).toThrow(AssertionFailure)
  })
})

test('change types are the codes of product §3', () => {
  expect(Object.values(ChangeType)).toEqual([
    0, 101, 102, 103, 104, 105, 106, 107, 108, 109, 111, 201, 202, 203, 204, 205, 206, 301, 302, 303, 304,
    305, 306, 901, 903, 905,
  ])
  expect([110, 902, 904].some(isChangeType)).toBe(false)
})
