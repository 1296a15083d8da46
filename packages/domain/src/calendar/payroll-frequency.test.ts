import { expect, test } from 'vitest'
import { isPaymentFrequency, isPayrollFrequency } from './payroll-frequency.ts'

test.each([
  ['bi-weekly', 17000, true, true],
  ['monthly', 17001, true, false],
  ['semi-monthly', 17002, true, false],
  ['weekly', 17003, true, true],
  ['a number that means nothing', 17004, false, false],
])('%s (%s): a payroll frequency %s, one of installments %s (product.md §3)', (_, code, payroll, payment) => {
  expect([isPayrollFrequency(code), isPaymentFrequency(code)]).toEqual([payroll, payment])
})
