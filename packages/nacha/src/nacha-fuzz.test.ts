import { localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_FAULTS } from './nacha-error.ts'
import { type NachaFile, StandardEntryClass, traceNumber } from './nacha-file.ts'
import { readFile } from './testing/read-file.ts'
import { writeFile } from './write-file.ts'

const ODFI = '09100001'
const SETTINGS = { seed: 1_094, numRuns: 400 }

const FILE: NachaFile = {
  header: {
    immediateDestination: '091000019',
    immediateOrigin: '1123456789',
    creationDate: localDate(2026, 6, 22),
    creationTime: '1530',
    fileIdModifier: 'A',
    destinationName: 'FIRST EXAMPLE BANK',
    originName: 'EXAMPLE LENDER LLC',
    referenceCode: '',
  },
  batches: [
    {
      header: {
        companyName: 'EXAMPLE LENDER',
        companyDiscretionaryData: '',
        companyIdentification: '1123456789',
        standardEntryClass: StandardEntryClass.ppd,
        entryDescription: 'LOAN PMT',
        descriptiveDate: '',
        effectiveEntryDate: localDate(2026, 6, 23),
        settlementDate: '',
        odfiIdentification: ODFI,
        batchNumber: 1,
      },
      entries: Array.from({ length: 30 }, (_, index) => ({
        transactionCode: '27',
        routingNumber: '091000019',
        accountNumber: `90000${index}`,
        amount: cents(BigInt(1_000 + index)),
        individualIdentification: `118-${index}`,
        individualName: 'ADA EXAMPLE',
        discretionaryData: '',
        traceNumber: traceNumber(ODFI, index + 1),
        paymentInformation: index % 3 === 0 ? 'PAYMENT' : undefined,
      })),
    },
  ],
}
const TEXT = writeFile(FILE)
const LINES = TEXT.trimEnd().split('\n')

/** Whatever it is given: a whole file, or a list of faults that is neither empty nor endless nor unreadable. */
function isAnswered(text: string): void {
  const outcome = readFile(text)
  if (outcome.ok) return
  expect(outcome.error.length).toBeGreaterThan(0)
  expect(outcome.error.length).toBeLessThanOrEqual(MOST_FAULTS)
  for (const { record, field, value, problem } of outcome.error) {
    expect(`${record}.${field}: ${problem}`).toMatch(/^[\x20-\x7e]{8,200}$/)
    expect(value).toMatch(/^[\x20-\x7e]{0,94}$/)
  }
}

describe('the reader never throws, never hangs and answers with bounded faults', () => {
  test('bytes at random', () => {
    const bytes = fc.uint8Array({ maxLength: 4_000 }).map((some) => Buffer.from(some).toString('latin1'))
    fc.assert(fc.property(bytes, isAnswered), SETTINGS)
  })

  test('any text at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), isAnswered), SETTINGS)
  })

  test('a file cut anywhere is refused', () => {
    fc.assert(
      fc.property(fc.nat({ max: TEXT.length - 1 }), (length) => {
        const text = TEXT.slice(0, length)
        isAnswered(text)
        // Filler and the blanks at the end of the control may be cut.
        if (length < TEXT.lastIndexOf('\n9000001') + 55) expect(readFile(text).ok).toBe(false)
      }),
      SETTINGS,
    )
  })

  test('lines cut, doubled, swapped and made up', () => {
    const line = fc.oneof(
      fc.constantFrom(...LINES),
      fc.tuple(fc.constantFrom(...LINES), fc.nat({ max: 94 })).map(([text, length]) => text.slice(0, length)),
      fc.tuple(fc.nat({ max: 9 }), fc.string({ maxLength: 100 })).map(([type, text]) => `${type}${text}`),
      fc.constantFrom('799R01', '798C03', '705', '799R68', '799R71').map((start) => start.padEnd(94, '1')),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.constantFrom('\n', '\r\n', '\r', ''), (lines, end) =>
        isAnswered(lines.join(end)),
      ),
      SETTINGS,
    )
  })

  test.each([
    ['a million columns', `1${'0'.repeat(1_000_000)}\n${TEXT}`],
    ['a million columns without an end', '1'.repeat(1_000_000)],
    ['a million blanks', `${' '.repeat(1_000_000)}x`],
    ['a million empty lines', `${LINES[0]}\n${'\n'.repeat(1_000_000)}${LINES[1]}`],
    ['a million returns', '\r'.repeat(1_000_000)],
    ['a hundred thousand lines that are none', 'x\n'.repeat(100_000)],
    [
      'a hundred thousand addenda of one entry',
      `${LINES.slice(0, 4).join('\n')}\n${`${LINES[3]}\n`.repeat(100_000)}`,
    ],
    ['a hundred thousand headers', `${LINES[0]}\n`.repeat(100_000)],
    ['letters beyond ASCII', TEXT.replaceAll('ADA', 'ÁDÁ')],
    ['letters of two units', TEXT.replaceAll('ADA', '𝔸𝔻𝔸')],
    ['zero bytes', TEXT.replaceAll(' ', '\0')],
    ['tabs', TEXT.replaceAll('  ', '\t')],
    ['nothing', ''],
  ])('%s', (_, text) => {
    isAnswered(text)
    expect(readFile(text).ok).toBe(false)
  })

  test('errors hide names, accounts and what banks write about people', () => {
    const altered = TEXT.replaceAll('ADA EXAMPLE', 'ADÁ EXAMPLE').replaceAll('90000', '90 00')
    const outcome = readFile(altered)
    expect(outcome.ok).toBe(false)
    expect(JSON.stringify(outcome)).not.toMatch(/EXAMPLE|90 00/)
    expect(JSON.stringify(outcome)).toContain('(withheld)')
  })
})
