import { cents } from '@dolphin/domain/money/cents'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { expect, test } from 'vitest'
import { bankFile } from '../../../testing/bank-returns.ts'
import { readFileClues } from './entry-clue.ts'

const debit = { type: TransactionType.debit, amount: cents(7_861n), traceNumber: '091000010000007' }
const file = () => new TextDecoder('latin1').decode(bankFile([{ transaction: debit, code: 'R01' }]))
const bytes = (text: string) => Buffer.from(text, 'latin1')
const changed = (line: number, change: (record: string) => string) =>
  bytes(
    file()
      .split('\n')
      .map((record, index) => (index === line ? change(record) : record))
      .join('\n'),
  )

const CLUE = {
  originalTrace: '091000010000007',
  originalRdfi: '09100001',
  accountNumber: '000111222333',
  amount: 7_861n,
  individualIdentification: 'SAMPLE',
  individualName: 'ZEBULON QUILLFEATHER',
}

test('a whole file tells trace, account, amount and name of each entry', () => {
  expect(readFileClues(bytes(file()))).toEqual({ clues: [CLUE], unreadable: [] })
})

test('without its addenda the amount and the name are left', () => {
  const { clues, unreadable } = readFileClues(changed(3, () => ''))
  expect(clues).toEqual([expect.objectContaining({ amount: 7_861n, individualName: 'ZEBULON QUILLFEATHER' })])
  expect(clues[0]).not.toHaveProperty('originalTrace')
  expect(unreadable).toEqual([])
})

test('an entry cut off tells the trace of its addenda', () => {
  const { clues } = readFileClues(changed(2, (record) => record.slice(0, 20)))
  expect(clues).toMatchObject([{ originalTrace: '091000010000007', amount: undefined }])
})

test('an entry of noise tells nothing, and is counted with its line', () => {
  const noise = file()
    .split('\n')
    .map((record, index) => (index === 2 || index === 3 ? '#'.repeat(94) : record))
    .join('\n')
  expect(readFileClues(bytes(noise))).toEqual({ clues: [], unreadable: [3, 4] })
})

test('an entry with neither amount nor trace tells nothing', () => {
  const blank = file()
    .split('\n')
    .map((record, index) => (index === 2 ? `${record.slice(0, 12)}${' '.repeat(82)}` : record))
    .filter((_, index) => index !== 3)
    .join('\n')
  expect(readFileClues(bytes(blank))).toEqual({ clues: [], unreadable: [3] })
})

test('another line end changes nothing', () => {
  expect(readFileClues(bytes(file().replaceAll('\n', '\r\n'))).clues).toEqual([CLUE])
})
