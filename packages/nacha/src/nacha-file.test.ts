import { localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { achText } from './ach-text.ts'
import { entryErrors } from './file-rules.ts'
import {
  BATCH_CONTROL,
  BATCH_HEADER,
  ENTRY_DETAIL,
  FILE_CONTROL,
  FILE_HEADER,
  PAYMENT_ADDENDA,
} from './layouts.ts'
import { NachaWriteError } from './nacha-error.ts'
import {
  type Batch,
  type EntryDetail,
  type NachaFile,
  StandardEntryClass,
  traceNumber,
} from './nacha-file.ts'
import { readFile } from './testing/read-file.ts'
import { RECORD_LENGTH } from './record-layout.ts'
import { isRoutingNumber } from './routing-number.ts'
import { liveCreditCode, liveDebitCode, prenoteCode } from './transaction-code.ts'
import { writeFile } from './write-file.ts'

const ODFI = '09100001'

const anEntry = (overrides: Partial<EntryDetail> = {}): EntryDetail => ({
  transactionCode: liveCreditCode('checking'),
  routingNumber: '091000019',
  accountNumber: '123456789',
  amount: cents(50_000n),
  individualIdentification: '118-0000017',
  individualName: 'ADA EXAMPLE',
  discretionaryData: '',
  traceNumber: traceNumber(ODFI, 1),
  paymentInformation: undefined,
  ...overrides,
})

const aBatch = (entries: readonly EntryDetail[], overrides: Partial<Batch['header']> = {}): Batch => ({
  header: {
    companyName: 'EXAMPLE LENDER',
    companyDiscretionaryData: '',
    companyIdentification: '1123456789',
    standardEntryClass: StandardEntryClass.ppd,
    entryDescription: 'LOAN',
    descriptiveDate: '260623',
    effectiveEntryDate: localDate(2026, 6, 23),
    settlementDate: '',
    odfiIdentification: ODFI,
    batchNumber: 1,
    ...overrides,
  },
  entries,
})

const aFile = (batches: readonly Batch[], overrides: Partial<NachaFile['header']> = {}): NachaFile => ({
  header: {
    immediateDestination: '091000019',
    immediateOrigin: '1123456789',
    creationDate: localDate(2026, 6, 22),
    creationTime: '1530',
    fileIdModifier: 'A',
    destinationName: 'FIRST EXAMPLE BANK',
    originName: 'EXAMPLE LENDER LLC',
    referenceCode: '',
    ...overrides,
  },
  batches,
})

describe('layouts', () => {
  test.each([FILE_HEADER, BATCH_HEADER, ENTRY_DETAIL, PAYMENT_ADDENDA, BATCH_CONTROL, FILE_CONTROL])(
    '$name covers 94 characters',
    ({ fields }) => {
      expect(fields.reduce((length, field) => length + field.length, 0)).toBe(RECORD_LENGTH)
    },
  )

  test.each([
    [ENTRY_DETAIL, 'amount', 30],
    [ENTRY_DETAIL, 'traceNumber', 80],
    [BATCH_HEADER, 'effectiveEntryDate', 70],
    [BATCH_HEADER, 'batchNumber', 88],
    [BATCH_CONTROL, 'entryHash', 11],
    [BATCH_CONTROL, 'odfiIdentification', 80],
    [FILE_CONTROL, 'totalCredit', 44],
  ])('%o: %s starts where the rules print it', (layout, name, start) => {
    expect(layout.fields.find((field) => field.name === name)?.start).toBe(start)
  })
})

describe('a disbursement file', () => {
  const text = writeFile(aFile([aBatch([anEntry()])]))

  test('is readable and fixed', () => {
    expect(text.split('\n').slice(0, 5)).toEqual([
      '101 09100001911234567892606221530A094101FIRST EXAMPLE BANK     EXAMPLE LENDER LLC             ',
      '5220EXAMPLE LENDER                      1123456789PPDLOAN      260623260623   1091000010000001',
      '622091000019123456789        0000050000118-0000017    ADA EXAMPLE             0091000010000001',
      '822000000100091000010000000000000000000500001123456789                         091000010000001',
      '9000001000001000000010009100001000000000000000000050000                                       ',
    ])
  })
})

describe('a file of debits', () => {
  const debitOf = (sequence: number, overrides: Partial<EntryDetail>) =>
    anEntry({
      transactionCode: liveDebitCode('checking'),
      amount: cents(11_954n),
      traceNumber: traceNumber(ODFI, sequence),
      ...overrides,
    })
  const web = { standardEntryClass: StandardEntryClass.web, descriptiveDate: '' } as const
  const prenote = { transactionCode: prenoteCode('savings', 'debit'), amount: cents(0n) }
  const text = writeFile(
    aFile([
      aBatch([debitOf(1, {})], { entryDescription: 'LOAN PMT', descriptiveDate: '' }),
      aBatch([debitOf(2, { discretionaryData: 'R' }), debitOf(3, { discretionaryData: 'S' })], {
        ...web,
        entryDescription: 'LOAN PMT',
        batchNumber: 2,
      }),
      aBatch([debitOf(4, { ...prenote, discretionaryData: 'R' })], {
        ...web,
        entryDescription: 'PRENOTE',
        batchNumber: 3,
      }),
      aBatch([debitOf(5, { discretionaryData: 'R' })], {
        ...web,
        entryDescription: 'RETRY PYMT',
        batchNumber: 4,
      }),
    ]),
  )

  test('has a batch for each class and description, with the payment type code of each WEB entry', () => {
    expect(text.split('\n').slice(1, -6)).toEqual([
      '5225EXAMPLE LENDER                      1123456789PPDLOAN PMT        260623   1091000010000001',
      '627091000019123456789        0000011954118-0000017    ADA EXAMPLE             0091000010000001',
      '822500000100091000010000000119540000000000001123456789                         091000010000001',
      '5225EXAMPLE LENDER                      1123456789WEBLOAN PMT        260623   1091000010000002',
      '627091000019123456789        0000011954118-0000017    ADA EXAMPLE           R 0091000010000002',
      '627091000019123456789        0000011954118-0000017    ADA EXAMPLE           S 0091000010000003',
      '822500000200182000020000000239080000000000001123456789                         091000010000002',
      '5225EXAMPLE LENDER                      1123456789WEBPRENOTE         260623   1091000010000003',
      '638091000019123456789        0000000000118-0000017    ADA EXAMPLE           R 0091000010000004',
      '822500000100091000010000000000000000000000001123456789                         091000010000003',
      '5225EXAMPLE LENDER                      1123456789WEBRETRY PYMT      260623   1091000010000004',
      '627091000019123456789        0000011954118-0000017    ADA EXAMPLE           R 0091000010000005',
      '822500000100091000010000000119540000000000001123456789                         091000010000004',
      '9000004000002000000050045500005000000047816000000000000                                       ',
    ])
  })

  test('is read as it was written', () => {
    const read = readFile(text)
    expect(read.ok && writeFile(read.value)).toBe(text)
  })

  test('codes of prenotes', () => {
    expect([prenoteCode('checking', 'credit'), prenoteCode('savings', 'credit')]).toEqual(['23', '33'])
    expect([prenoteCode('checking', 'debit'), prenoteCode('savings', 'debit')]).toEqual(['28', '38'])
  })
})

describe('the reader', () => {
  test('refuses one altered digit of a control record', () => {
    const lines = writeFile(aFile([aBatch([anEntry()])])).split('\n')
    for (const line of [3, 4]) {
      const end = line === 3 ? 44 : 55
      for (let position = 1; position < end; position += 1) {
        const record = lines[line] ?? ''
        const digit = (Number(record[position]) + 1) % 10
        const altered = lines.with(line, `${record.slice(0, position)}${digit}${record.slice(position + 1)}`)
        expect(readFile(altered.join('\n')).ok).toBe(false)
      }
    }
  })
})

describe('the writer refuses, naming record, field and value', () => {
  const refusal = (file: NachaFile): string => {
    try {
      return writeFile(file)
    } catch (error) {
      if (error instanceof NachaWriteError) return error.message
      throw error
    }
  }

  test.each([
    [
      'a routing number that fails its check digit',
      { routingNumber: '091000018' },
      'entryDetail.routingNumber "091000018"',
    ],
    ['an unknown transaction code', { transactionCode: '99' }, 'entryDetail.transactionCode "99"'],
    ['a live entry of zero', { amount: cents(0n) }, 'entryDetail.amount "0"'],
    ['a negative amount', { amount: cents(-1n) }, 'entryDetail.amount "-1"'],
    ['an amount of eleven digits', { amount: cents(10_000_000_000n) }, 'entryDetail.amount "10000000000"'],
    ['a prenote with money', { transactionCode: '23' }, 'entryDetail.amount "50000"'],
    [
      'a trace of another bank',
      { traceNumber: '111111110000001' },
      'entryDetail.traceNumber "111111110000001"',
    ],
    [
      'too long an identification',
      { individualIdentification: 'X'.repeat(16) },
      'entryDetail.individualIdentification',
    ],
  ])('%s', (_, overrides, message) => {
    expect(refusal(aFile([aBatch([anEntry(overrides)])]))).toContain(message)
  })

  test.each([
    ['a name beyond ASCII', { individualName: 'JOSÉ EXAMPLE' }],
    ['an account number with a blank', { accountNumber: '1234 5678' }],
    ['an account number too long', { accountNumber: '1'.repeat(18) }],
    ['no name', { individualName: '' }],
  ])('%s, without showing it', (_, overrides) => {
    const message = refusal(aFile([aBatch([anEntry(overrides)])]))
    expect(message).toContain('(withheld)')
    for (const value of Object.values(overrides)) if (value !== '') expect(message).not.toContain(value)
  })

  test.each<[string, NachaFile]>([
    ['a file without batches', aFile([])],
    ['a batch without entries', aFile([aBatch([])])],
    [
      'traces that do not ascend',
      aFile([aBatch([anEntry({ traceNumber: traceNumber(ODFI, 2) }), anEntry()])]),
    ],
    ['a trace used twice', aFile([aBatch([anEntry()]), aBatch([anEntry()], { batchNumber: 2 })])],
    [
      'batch numbers that do not ascend',
      aFile([aBatch([anEntry()]), aBatch([anEntry({ traceNumber: traceNumber(ODFI, 2) })])]),
    ],
    [
      'loan proceeds as WEB credits',
      aFile([aBatch([anEntry()], { standardEntryClass: StandardEntryClass.web })]),
    ],
    [
      'a destination that is no routing number',
      aFile([aBatch([anEntry()])], { immediateDestination: '123456789' }),
    ],
    ['a creation time that is none', aFile([aBatch([anEntry()])], { creationTime: '2460' })],
    ['a company name that is missing', aFile([aBatch([anEntry()], { companyName: '' })])],
  ])('%s', (_, file) => {
    expect(() => writeFile(file)).toThrow(NachaWriteError)
  })

  test('a bad entry can be kept out before', () => {
    expect(entryErrors(anEntry())).toEqual([])
    expect(entryErrors(anEntry({ routingNumber: '12' })).map(({ field }) => field)).toContain('routingNumber')
  })
})

describe('the reader says what is wrong and where', () => {
  const lines = writeFile(aFile([aBatch([anEntry()])])).split('\n')
  const without = (line: number) => readFile(lines.filter((_, index) => index !== line - 1).join('\n'))

  test.each([1, 2, 3, 4, 5])('record %i missing', (line) => {
    expect(without(line).ok).toBe(false)
  })

  test.each(['', 'hello', '\n\n', '1', '9'.repeat(94), `${lines[0]}\n${'x'.repeat(95)}`])(
    '%j is no file',
    (text) => {
      expect(readFile(text).ok).toBe(false)
    },
  )

  test('never throws, whatever it is given', () => {
    const record = fc.constantFrom(...lines, '7'.padEnd(94), 'x', '6', '8', '5')
    fc.assert(
      fc.property(fc.array(record), fc.string(), (records, rest) => {
        readFile([...records, rest].join('\n'))
      }),
      { seed: 94, numRuns: 500 },
    )
  })

  test('line, record, field and value', () => {
    const outcome = readFile(lines.with(2, (lines[2] ?? '').replace('0000050000', '00000500X0')).join('\n'))
    expect(!outcome.ok && outcome.error[0]).toEqual({
      record: 'entryDetail',
      field: 'amount',
      value: '00000500X0',
      problem: 'must be a whole number that fits (10 characters)',
      line: 3,
    })
  })
})

describe('routing numbers and text', () => {
  test('ABA check digit', () => {
    expect(isRoutingNumber('091000019')).toBe(true)
    expect(isRoutingNumber('091000018')).toBe(false)
    expect(isRoutingNumber('09100001')).toBe(false)
  })

  test.each([
    ['José Núñez', 22, 'Jose Nunez'],
    ["O'Brien-Smith", 22, "O'Brien-Smith"],
    ['Abcdefgh ijkl', 9, 'Abcdefgh'],
    ['Łukasz Ødegård', 22, 'Lukasz Odegard'],
    ['Đặng Weiß', 22, 'Dang Weiss'],
    ['Yılmaz Bjørn', 22, 'Yilmaz Bjorn'],
    ['Kaʻahumanu O’Brien', 22, "Ka'ahumanu O'Brien"],
    ['李', 22, 'Li'],
  ])('%s fits %i characters as "%s"', (text, length, fitted) => {
    expect(achText(text, length)).toBe(fitted)
  })
})
