import { describe, expect, test } from 'vitest'
import { cents } from './cents.ts'
import { formatCurrency, formatCurrencyInput } from './currency-format.ts'

describe('currency display (product §9)', () => {
  test.each([
    [123450n, '$1,234.50'],
    [-123450n, '($1,234.50)'],
    [0n, '$0.00'],
    [5n, '$0.05'],
    [99999n, '$999.99'],
    [100000n, '$1,000.00'],
    [123456789012n, '$1,234,567,890.12'],
  ])('%d cents show as %s', (amount, text) => {
    expect(formatCurrency(cents(amount))).toBe(text)
  })

  test.each([
    ['1234.5', '$1,234.50'],
    ['-1234.50', '($1,234.50)'],
    [1234.5, '$1,234.50'],
    [' 12 ', '$12.00'],
    ['1.005', '$1.01'],
    [0, '$0.00'],
    [123450n, '$1,234.50'],
  ])('%s shows as %s', (input, text) => {
    expect(formatCurrencyInput(input)).toBe(text)
  })

  test.each([
    '',
    'abc',
    '1,2',
    '1.',
    null,
    undefined,
    Number.NaN,
    Infinity,
    1e21,
    {},
    [],
    ['12'],
    [12],
    true,
  ])('bad input %j shows as "Not a Number !" (product §8)', (input) => {
    expect(formatCurrencyInput(input)).toBe('Not a Number !')
  })
})
