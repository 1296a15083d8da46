import { expect, test } from 'vitest'
import { isTokenizedNumber, maskOf } from './tokenized-number.ts'

const token = { accountNumber: '90000000005566', mask: '2333' }
const own = { accountNumber: '000111222333', mask: '2333' }

test.each([
  ['Chase Bank', true, token, true],
  ['Chase Bank', true, own, true],
  ['U.S. Bank', true, own, true],
  ['US Bank', true, own, true],
  ['PNC Bank', true, own, true],
  ['MX Bank', true, token, true],
  ['MX Bank', true, own, false],
  ['MX Bank', true, { ...token, mask: '' }, false],
  ['Chase Bank', false, token, false],
  ['Purchaser’s Credit Union', true, own, false],
  ['Campus Bank', true, own, false],
])('%s, by OAuth %s, %j: a token is %s', (name, isOauth, number, expected) => {
  expect(isTokenizedNumber({ name, isOauth }, number)).toBe(expected)
})

test.each([
  ['5366', '5366'],
  ['XXXXXX5366', '5366'],
  ['0001115366', '5366'],
  ['7', '7'],
  ['', ''],
  ['none', ''],
  [undefined, ''],
])('the last digits of %j are %j', (shown, mask) => {
  expect(maskOf(shown)).toBe(mask)
})
