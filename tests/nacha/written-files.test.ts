import { localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { type NachaFile, StandardEntryClass, traceNumber } from '@dolphin/nacha/nacha-file'
import { readFile } from '@dolphin/nacha/read-file'
import { checkDigitOf } from '@dolphin/nacha/routing-number'
import { TRANSACTION_CODES } from '@dolphin/nacha/transaction-code'
import { writeFile } from '@dolphin/nacha/write-file'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAchFile } from './check-ach-file.ts'

const RECORD_LENGTH = 94

describe('every file that the writer writes', () => {
  const printable = (maxLength: number, minLength = 0) =>
    fc
      .string({
        unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
        minLength,
        maxLength,
      })
      .map((text) => text.trimEnd())
  const named = (maxLength: number) => printable(maxLength - 1).map((text) => `X${text}`)
  const digits = (length: number) =>
    fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => value.toString().padStart(length, '0'))
  const anyRouting = digits(8).map((eight) => `${eight}${checkDigitOf(eight)}`)
  const liveCodes = [...TRANSACTION_CODES].filter(([, { use }]) => use === 'live').map(([code]) => code)
  const day = fc.tuple(
    fc.integer({ min: 2024, max: 2040 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  const anyDay = day.map(([year, month, date]) => localDate(year, month, date))
  const anyEntry = fc.record({
    transactionCode: fc.constantFrom(...liveCodes),
    routingNumber: anyRouting,
    accountNumber: fc.stringMatching(/^[0-9A-Z]{1,17}$/),
    amount: fc.bigInt({ min: 1n, max: 9_999_999_999n }).map(cents),
    individualIdentification: printable(15),
    individualName: named(22),
    discretionaryData: printable(2),
    paymentInformation: fc.option(printable(80), { nil: undefined }),
  })
  const anyBatch = fc.record({
    entries: fc.array(anyEntry, { minLength: 1, maxLength: 8 }),
    companyName: named(16),
    companyDiscretionaryData: printable(20),
    companyIdentification: named(10),
    standardEntryClass: fc.constantFrom(StandardEntryClass.ppd, StandardEntryClass.ccd),
    entryDescription: named(10),
    descriptiveDate: printable(6),
    effectiveEntryDate: anyDay,
    odfiIdentification: digits(8),
  })
  const anyFile = fc
    .record({
      batches: fc.array(anyBatch, { minLength: 1, maxLength: 4 }),
      immediateDestination: anyRouting,
      immediateOrigin: fc.oneof(anyRouting, fc.stringMatching(/^[0-9A-Z]{10}$/)),
      creationDate: anyDay,
      creationTime: fc.constantFrom('', '0000', '1530', '2359'),
      fileIdModifier: fc.constantFrom('A', 'Z', '0', '9'),
      destinationName: printable(23),
      originName: printable(23),
      referenceCode: printable(8),
    })
    .map(({ batches, ...header }): NachaFile => {
      let sequence = 0
      return {
        header,
        batches: batches.map(({ entries, ...batch }, index) => ({
          header: { ...batch, settlementDate: '', batchNumber: index + 1 },
          entries: entries.map((entry) => {
            sequence += 1
            return { ...entry, traceNumber: traceNumber(batch.odfiIdentification, sequence) }
          }),
        })),
      }
    })
  const settings = { seed: 94, numRuns: 300 }

  test('is accepted by the independent checker and read back equal', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const text = writeFile(file)
        expect(checkAchFile(text)).toEqual([])
        expect(readFile(text)).toEqual({ ok: true, value: file })
      }),
      settings,
    )
  })

  test('is read the same with CR LF, cut blanks, no filler, or no line ends', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const text = writeFile(file)
        const lines = text.trimEnd().split('\n')
        const variants = [
          text.replaceAll('\n', '\r\n'),
          lines.map((line) => line.trimEnd()).join('\n'),
          lines.filter((line) => !/^9{94}$/.test(line)).join('\n'),
          lines.map((line) => line.padEnd(RECORD_LENGTH)).join(''),
        ]
        for (const variant of variants) expect(readFile(variant)).toEqual({ ok: true, value: file })
      }),
      { ...settings, numRuns: 50 },
    )
  })
})
