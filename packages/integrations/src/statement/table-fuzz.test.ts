import { localDate } from '@dolphin/domain/calendar/local-date'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnAnswer } from './column-answer.ts'
import { STATEMENT_LAYOUTS } from './layouts/find-layout.ts'
import { readStatementCsv, type TableReading } from './read-csv.ts'

const TODAY = localDate(2026, 3, 2)
const SETTINGS = { seed: 2_702, numRuns: 250 }

/** Rows of a file that are not blank, by a reader of their own. */
function rowsOf(text: string): number {
  const records: string[][] = parse(text, {
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  return records.filter((record) => record.some((cell) => cell.trim() !== '')).length
}

function isAccounted(reading: TableReading, text: string): void {
  if (reading.kind === 'refused') {
    expect(reading.messages.length).toBeGreaterThan(0)
    return
  }
  if (reading.kind === 'asked') {
    expect(reading.question.rows.every((row) => row.length === reading.question.rows[0]?.length)).toBe(true)
    return
  }
  if (reading.kind === 'answerRefused') {
    expect(reading.problems.length).toBeGreaterThan(0)
    return
  }
  const { lines, skipped, moreSkipped, rowsInFile } = reading.content
  expect(lines.length + skipped.length + moreSkipped).toBe(rowsInFile)
  expect(rowsInFile).toBe(rowsOf(text))
}

const read = (text: string, answer?: ColumnAnswer) =>
  readStatementCsv(Buffer.from(text), 'utf-8', TODAY, answer)

const cell = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('02/13/2026', '2026-02-14', '', '12.00', '-7.5', '($3.00)', '0') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'PAYROLL',
      'Pending',
      'Posted',
      'Debit',
      'Credit',
      'USD',
      '*',
      'Total',
      'AT&amp;T',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
)
const quoted = (text: string): string => `"${text.replaceAll('"', '""').replaceAll('\ufeff', '')}"`
const row = (cells: readonly string[]): string => cells.map(quoted).join(',')

test('files of every layout with any cells: never a throw, and every row is read or named', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...STATEMENT_LAYOUTS),
      fc.array(fc.array(cell, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
      async ({ headings }, rows, above) => {
        const text = [...above, headings, ...rows].map(row).join('\n')
        isAccounted(await read(text), text)
      },
    ),
    SETTINGS,
  ))

test('any answer about the columns of any table', () => {
  const place = fc.option(fc.nat(7), { nil: null })
  const answer: fc.Arbitrary<ColumnAnswer> = fc.record({
    date: fc.nat(7),
    description: fc.nat(7),
    amount: place,
    moneyIn: place,
    moneyOut: place,
    balance: place,
    side: place,
    minus: fc.constantFrom('out' as const, 'in' as const, null),
  })
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
  return fc.assert(
    fc.asyncProperty(rows, answer, async (some, columns) => {
      const text = some.map(row).join('\n')
      isAccounted(await read(text, columns), text)
    }),
    SETTINGS,
  )
})

test('edited lines of a real file: cut, doubled, moved', () => {
  const lines = [
    'Description,,Summary Amt.',
    'Beginning balance as of 02/01/2026,,"500.00"',
    '',
    'Date,Description,Amount,Running Bal.',
    '02/01/2026,Beginning balance as of 02/01/2026,,"500.00"',
    '02/13/2026,"SAMPLE WORKS, PAYROLL",700.00,1200.00',
    '02/14/2026,SHOP,"-1,050.00",150.00',
    '02/15/2026,NSF FEE,-35.00,115.00',
  ]
  const edits = fc.array(fc.tuple(fc.nat(30), fc.constantFrom('cut', 'double', 'move')), { maxLength: 6 })
  return fc.assert(
    fc.asyncProperty(edits, async (all) => {
      const edited = all.reduce((file, [at, edit]) => {
        const place = at % file.length
        const [line = ''] = file.slice(place, place + 1)
        const without = file.toSpliced(place, 1)
        if (edit === 'double') return file.toSpliced(place, 0, line)
        return edit === 'cut' && without.length > 0 ? without : [...without, line]
      }, lines)
      const text = edited.join('\n')
      isAccounted(await read(text), text)
    }),
    SETTINGS,
  )
})
