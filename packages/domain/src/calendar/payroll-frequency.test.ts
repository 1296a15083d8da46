import { expect, test } from 'vitest'
import { isPaymentFrequency } from './payroll-frequency.ts'

test.each([
  ['bi-weekly', 17000, true],
  ['monthly', 17001, false],
  ['semi-monthly', 17002, false],
  ['weekly', 17003, true],
  ['a number that means nothing', 17004, false],
])('%s (%s): a frequency of installments %s (product.md §3)', (_, code, payment) => {
  expect(isPaymentFrequency(code)).toBe(payment)
})
