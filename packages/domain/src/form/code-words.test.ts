import { expect, test } from 'vitest'
import { AccountStatus } from '../identity/codes.ts'
import { ChangeType, PaymentMode } from '../payments/codes.ts'
import { codeWords, factsInWords, factTextInWords } from './code-words.ts'

test('a code is said in the words of its list, with its number; none says nothing', () => {
  expect(codeWords('changeType', 302)).toBe('Refund of a duplicate debit (302)')
  expect(codeWords('changeTypeCode', 104)).toBe('Revoke future ACH (104)')
  expect(codeWords('paymentMode', PaymentMode.cashierCheck)).toBe('Cashier’s check')
  expect(codeWords('changeType', 0)).toBeNull()
  expect(codeWords('to', AccountStatus.frozen)).toBe('Frozen')
})

test('every change and way of paying has words', () => {
  for (const code of Object.values(ChangeType)) expect(codeWords('changeType', code)).not.toBeUndefined()
  for (const code of Object.values(PaymentMode)) expect(codeWords('paymentMode', code)).toBeTypeOf('string')
})

test('what is no code of a list has none', () => {
  expect(codeWords('changeType', 999)).toBeUndefined()
  expect(codeWords('installmentNo', 302)).toBeUndefined()
  expect(codeWords('changeType', 'shorter')).toBeUndefined()
})

test('facts on file say their codes in words, in a text too; what is cut short stays', () => {
  const facts = { postingNo: 'P1', changeType: 302, paymentMode: null }
  const said = { postingNo: 'P1', changeType: 'Refund of a duplicate debit (302)', paymentMode: null }
  expect(factsInWords(facts)).toEqual(said)
  expect(JSON.parse(factTextInWords(JSON.stringify(facts)))).toEqual(said)
  expect(factsInWords({ kind: 'receipt', changeType: 0 })).toEqual({ kind: 'receipt' })
  for (const text of ['{"note":"cut of', 'returned R01', '{}']) expect(factTextInWords(text)).toBe(text)
})
