import { expect, test } from 'vitest'
import { heldByRule, totalOf } from './held-by-rule.ts'

test('held debits stand by the rule that holds them, the rule that holds most first, with exact sums', () => {
  const held = [
    { loanNo: '118-0000001', amount: '0.10', rule: 'two in a row' },
    { loanNo: '118-0000002', amount: '288.51', rule: 'no notice' },
    { loanNo: '118-0000003', amount: '0.20', rule: 'no notice' },
  ]
  expect(heldByRule(held)).toEqual([
    { rule: 'no notice', loans: ['118-0000002', '118-0000003'], amount: '288.71' },
    { rule: 'two in a row', loans: ['118-0000001'], amount: '0.10' },
  ])
})

test('nothing sums to nothing', () => {
  expect(totalOf([])).toBe('0.00')
  expect(totalOf(['0.10', '0.20'])).toBe('0.30')
})
