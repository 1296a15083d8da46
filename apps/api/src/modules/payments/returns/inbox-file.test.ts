import { cents } from '@dolphin/domain/money/cents'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { traceNumber } from '@dolphin/nacha/nacha-file'
import { describe, expect, test } from 'vitest'
import { bankFile } from '../../../testing/bank-returns.ts'
import { takeCensus } from './file-census.ts'
import { inboxItems } from './inbox-file.ts'

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
const entriesOf = (bytes: Uint8Array) =>
  [...inboxItems(bytes)].flatMap((item) => (item.is === 'entry' ? [item.entry] : []))

describe('a file of many returns', () => {
  test('each of its entries comes once, in order, with its line', () => {
    expect(takeCensus(large)).toMatchObject({
      entries: RETURNS,
      unread: 0,
      companies: new Map([[COMPANY, { returns: RETURNS, noticesOfChange: 0 }]]),
      faults: [],
      isWhole: true,
    })
    const entries = entriesOf(large)
    expect(entries.map(({ exception }) => exception.originalTrace)).toEqual(
      Array.from({ length: RETURNS }, (_, index) => traceOf(index)),
    )
    expect(entries.map(({ line }) => line)).toEqual(
      Array.from({ length: RETURNS }, (_, index) => 3 + 2 * index),
    )
  })

  test('the first entries are there before the rest is read, and what is damaged behind them is apart', () => {
    const damaged = large.slice()
    damaged.fill('x'.charCodeAt(0), large.length / 2)
    const [first] = inboxItems(damaged)
    expect(first).toMatchObject({ is: 'entry', entry: { line: 3, exception: { originalTrace: traceOf(0) } } })
    expect(takeCensus(damaged)).toMatchObject({ unread: 1, isWhole: true })
  })

  test('a fault in its last record stands beside the entries', () => {
    const damaged = new Uint8Array(large)
    const control = new TextDecoder('latin1').decode(damaged).lastIndexOf('\n9000001')
    damaged[control + 30] = '7'.charCodeAt(0)
    expect(takeCensus(damaged)).toMatchObject({
      entries: RETURNS,
      unread: 0,
      faults: [{ record: 'fileControl' }],
      isWhole: true,
    })
  })
})

describe('a file whose entries cannot be told apart', () => {
  test.each([
    ['a text', 'this is no file of a bank'],
    ['nothing', ''],
    ['noise', `${'#'.repeat(94)}\n`.repeat(20)],
    ['entries by the thousand that cannot be read', `6${'#'.repeat(93)}\n`.repeat(1_001)],
  ])('%s', (_, text) => {
    expect(takeCensus(Buffer.from(text)).isWhole).toBe(false)
  })

  test('one entry that cannot be read is known by its lines', () => {
    const text = Buffer.from(large.slice(0, 95 * 4))
      .toString('latin1')
      .replace('799R01', '799R97')
    expect(takeCensus(Buffer.from(text, 'latin1'))).toMatchObject({
      entries: 1,
      unread: 1,
      clues: [{ originalTrace: traceOf(0), code: 'R97', amount: 100n }],
      isWhole: true,
    })
  })
})
