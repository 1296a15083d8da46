import { cents } from '@dolphin/domain/money/cents'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { traceNumber } from '@dolphin/nacha/nacha-file'
import { describe, expect, test } from 'vitest'
import { bankFile } from '../../../testing/bank-returns.ts'
import { checkInboxFile, companiesNamed, inboxEntries, linesOf } from './inbox-file.ts'

const COMPANY = '1180001180'
/** Some 600 KB: many times what is read at once. */
const RETURNS = 3_000
const traceOf = (index: number) => traceNumber('09100001', index + 1)
const large = bankFile(
  Array.from({ length: RETURNS }, (_, index) => ({
    transaction: { type: TransactionType.debit, amount: cents(100n), traceNumber: traceOf(index) },
    code: 'R01',
  })),
)

describe('a file of many returns', () => {
  test('each of its entries comes once, in order, with its line', () => {
    expect(checkInboxFile(large, COMPANY)).toEqual({
      ok: true,
      value: { entries: RETURNS, noticesOfChange: 0 },
    })
    const entries = [...inboxEntries(large)]
    expect(entries.map(({ exception }) => exception.originalTrace)).toEqual(
      Array.from({ length: RETURNS }, (_, index) => traceOf(index)),
    )
    expect(entries.map(({ line }) => line)).toEqual(
      Array.from({ length: RETURNS }, (_, index) => 3 + 2 * index),
    )
  })

  test('the first entries are there before the rest is read', () => {
    const rest = large.slice(large.length / 2)
    const damaged = large.slice()
    damaged.fill('x'.charCodeAt(0), large.length - rest.length)
    const [first] = inboxEntries(damaged)
    expect(first).toMatchObject({ line: 3, exception: { originalTrace: traceOf(0) } })
    expect(checkInboxFile(damaged, COMPANY).ok).toBe(false)
  })

  test('a fault in its last record refuses all of it', () => {
    const damaged = new Uint8Array(large)
    const control = new TextDecoder('latin1').decode(damaged).lastIndexOf('\n9000001')
    damaged[control + 30] = '7'.charCodeAt(0)
    expect(checkInboxFile(damaged, COMPANY)).toMatchObject({ ok: false, error: [{ record: 'fileControl' }] })
  })

  test('the entries of another company are named, a hundred of them', () => {
    const checked = checkInboxFile(large, '1100001100')
    expect(checked.ok ? [] : checked.error).toHaveLength(100)
    expect(companiesNamed(large)).toEqual(new Set([COMPANY]))
  })
})

test('lines end by a line feed, with a carriage return before it or not', () => {
  expect([...linesOf(Buffer.from('one\r\ntwo\n\nthree'))]).toEqual(['one', 'two', '', 'three'])
})
