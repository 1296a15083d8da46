import { expect, test } from 'vitest'
import { cents } from '../money/cents.ts'
import { type BankEntryIdentity, isSameBankEntry } from './same-bank-entry.ts'

const stored: BankEntryIdentity = {
  originalTrace: '091000010000001',
  code: 'R01',
  amount: cents(7_861n),
  bankTrace: '123456780000001',
  bankDate: '2026-03-16',
}

test('the same in all five is the same', () => {
  expect(isSameBankEntry(stored, { ...stored })).toBe(true)
})

test.each<Partial<BankEntryIdentity>>([
  { originalTrace: '091000010000002' },
  { code: 'R02' },
  { amount: cents(7_860n) },
  { bankTrace: '123456780000002' },
  { bankDate: '2026-03-17' },
])('another %o is another entry', (other) => {
  expect(isSameBankEntry(stored, { ...stored, ...other })).toBe(false)
})

test('one stored before amount and day were is known by the rest', () => {
  const old = { ...stored, amount: cents(0n), bankDate: '' }
  expect(isSameBankEntry(old, stored)).toBe(true)
  expect(isSameBankEntry(old, { ...stored, bankTrace: '123456780000002' })).toBe(false)
})
