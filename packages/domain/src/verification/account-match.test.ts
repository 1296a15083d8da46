import { expect, test } from 'vitest'
import { BankAccountType } from '../applications/codes.ts'
import { cents } from '../money/cents.ts'
import { matchAccount, routingTail, shownTail } from './account-match.ts'
import type { BankAccount } from './bank-report.ts'

const tokenized: BankAccount = {
  accountId: 'A1',
  type: BankAccountType.checking,
  name: 'Checking',
  routingNumber: '021000021',
  accountNumber: '900000005566',
  tokenMask: '2333',
  ownerNames: ['JORDAN Q SAMPLE', 'ANN SAMPLE'],
  open: true,
  balance: cents(5_000n),
  transactions: [],
}
const holder = { firstName: 'Jordan', lastName: 'Sample' }
const typed = { routingNumber: '123456780', accountNumber: '000111222333', holder }

test.each([
  ['mask and owner', {}, {}, 'matched'],
  ['a bank that names no owner', { ownerNames: [] }, {}, 'matched'],
  ['a mask of two digits', { tokenMask: '33' }, {}, 'matched'],
  ['the digits of the token', {}, { accountNumber: '900000005566' }, 'unmatched'],
  ['another ending', {}, { accountNumber: '000111222334' }, 'unmatched'],
  ['another owner', { ownerNames: ['SOMEBODY ELSE'] }, {}, 'unmatched'],
  ['no mask', { tokenMask: '' }, {}, 'unmatched'],
])('docs/facts/vendors.md "Plaid": a token is compared by %s', (_, bank, person, result) => {
  expect(matchAccount([{ ...tokenized, ...bank }], { ...typed, ...person }).result).toBe(result)
})

test('a token is shown by its mask, and its routing number not at all', () => {
  expect(shownTail(tokenized)).toBe('2333')
  expect(routingTail(tokenized)).toBe('')
  const { tokenMask: _mask, ...own } = tokenized
  expect([shownTail(own), routingTail(own)]).toEqual(['5566', '0021'])
})

test('of two numbers for one account the one that matches is used', () => {
  const { tokenMask: _mask, ...own } = tokenized
  const second = { routingNumber: '123456780', accountNumber: '111222333' }
  expect(matchAccount([{ ...own, otherNumbers: [second] }], typed)).toMatchObject({
    result: 'matched',
    account: second,
    tail: '2333',
  })
})
