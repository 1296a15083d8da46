import { describe, expect, test } from 'vitest'
import { isLoanNo, makeLoanNo, portfolioOfLoanNo } from './loan-number.ts'

describe('loan number: portfolio, dash, seven digits with a check digit (domain.md §1)', () => {
  test('is made from the sequence and recognized again', () => {
    for (const sequence of [0, 1, 9, 90, 123_456, 999_999]) {
      const loanNo = makeLoanNo(118, sequence)
      expect(loanNo).toMatch(/^118-\d{7}$/)
      expect(isLoanNo(loanNo)).toBe(true)
      expect(portfolioOfLoanNo(loanNo)).toBe(118)
    }
  })

  test('every single wrong digit and every swap of neighbors is noticed', () => {
    const [portfolio, digits = ''] = makeLoanNo(110, 90_417).split('-')
    for (let at = 0; at < digits.length; at++) {
      for (const digit of '0123456789') {
        const typed = digits.slice(0, at) + digit + digits.slice(at + 1)
        expect(isLoanNo(`${portfolio}-${typed}`)).toBe(typed === digits)
      }
      const swapped = digits.slice(0, at) + (digits[at + 1] ?? '') + digits[at] + digits.slice(at + 2)
      expect(isLoanNo(`${portfolio}-${swapped}`)).toBe(swapped === digits)
    }
  })

  test('a number moved to the other brand is noticed', () => {
    const [, digits] = makeLoanNo(110, 7).split('-')
    expect(isLoanNo(`118-${digits}`)).toBe(false)
  })

  test.each(['', '118', '118-', '118-123', '118-12345678', '0-0000000', 'abc-0000000', '118-00000１3'])(
    '%j is no loan number',
    (text) => {
      expect(isLoanNo(text)).toBe(false)
    },
  )

  test('a sequence beyond six digits is a bug, not a longer number', () => {
    expect(() => makeLoanNo(118, 1_000_000)).toThrow('six digits')
    expect(() => makeLoanNo(118, -1)).toThrow()
  })
})
