import { localDate } from '@dolphin/domain/calendar/local-date'
import { judgeMutants, MUTANTS_TIMEOUT_MS } from '@dolphin/testkit/judge-mutants'
import { mutatedBytes } from '@dolphin/testkit/mutated-bytes'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspectStatement, type StatementType } from './inspect-statement.ts'
import { SAMPLE_CSV, samplePng } from './sample-statements.ts'

const TODAY = localDate(2026, 3, 2)
const SETTINGS = { seed: 1_094, numRuns: 150 }
const TYPES: readonly StatementType[] = ['csv', 'png', 'pdf']
const [MOST_MESSAGES, LONGEST_MESSAGE] = [25, 400]
const CSV = Buffer.from(SAMPLE_CSV)
const PNG = samplePng()

/** Whatever it is given: a verdict, with messages for people that are neither endless nor empty. */
async function isJudged(fileName: string, bytes: Uint8Array): Promise<void> {
  const found = await inspectStatement({ fileName, bytes, types: TYPES, today: TODAY })
  if (found.verdict === 'png') {
    expect(found.picture.bytes.subarray(1, 4)).toEqual(new Uint8Array([0x50, 0x4e, 0x47]))
    return
  }
  if (found.verdict === 'csv') {
    expect(found.content.lines.length).toBeGreaterThan(0)
    const { from, to, lines, skipped, moreSkipped, rowsInFile } = found.content
    expect(from).toBeLessThanOrEqual(to)
    expect(lines.length + skipped.length + moreSkipped).toBe(rowsInFile)
    return
  }
  if (found.verdict === 'asked') {
    expect(found.question.rows.length).toBeGreaterThan(0)
    return
  }
  if (!('messages' in found)) return
  expect(found.messages.length).toBeGreaterThan(0)
  expect(found.messages.length).toBeLessThanOrEqual(MOST_MESSAGES)
  for (const message of found.messages)
    for (const text of Object.values(message)) expect(text.length).toBeLessThanOrEqual(LONGEST_MESSAGE)
}

describe('the readers of statements never throw, never hang and always say what a file is (design/security.md T16)', () => {
  test(
    'edited files: tables (CSV)',
    () => judgeMutants('CSV', CSV, (bytes) => isJudged('march.csv', bytes)),
    MUTANTS_TIMEOUT_MS,
  )

  test('tables in another encoding, with edits', () =>
    fc.assert(
      fc.asyncProperty(mutatedBytes(Buffer.from(`\ufeff${SAMPLE_CSV}`, 'utf16le')), (bytes) =>
        isJudged('march.csv', bytes),
      ),
      SETTINGS,
    ))

  test('tables of any words at all', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        'Date',
        'Amount',
        'Debit',
        'Credit',
        'Balance',
        '02/29/2024',
        '2026-02-30',
        '(1.00)',
        '1e9',
        '"',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    )
    const table = fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 12 })
    const text = fc
      .tuple(table, fc.constantFrom(',', ';', '\t', '|'), fc.constantFrom('\n', '\r\n', '\r'))
      .map(([rows, comma, end]) => rows.map((row) => row.join(comma)).join(end))
    return fc.assert(
      fc.asyncProperty(text, (some) => isJudged('march.csv', Buffer.from(some))),
      SETTINGS,
    )
  })

  test(
    'edited files: pictures (PNG)',
    () => judgeMutants('PNG', PNG, (bytes) => isJudged('march.png', bytes)),
    MUTANTS_TIMEOUT_MS,
  )

  test('one kind of file under the name of another', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom('a.csv', 'a.png', 'a.pdf', 'a', '.csv'), mutatedBytes(PNG), isJudged),
      { ...SETTINGS, numRuns: 100 },
    ))
})
