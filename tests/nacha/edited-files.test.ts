import { MOST_FAULTS, NachaWriteError } from '@dolphin/nacha/nacha-error'
import type { NachaFile } from '@dolphin/nacha/nacha-file'
import { readFile } from '@dolphin/nacha/testing/read-file'
import { writeFile } from '@dolphin/nacha/write-file'
import { judgeMutants, MUTANTS_TIMEOUT_MS } from '@dolphin/testkit/judge-mutants'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyNachaFile } from './any-nacha-file.ts'
import { checkAchFile } from './check-ach-file.ts'

/** A file of some batches and entries. */
const [FILE] = fc.sample(
  anyNachaFile.filter(({ batches }) => batches.flatMap(({ entries }) => entries).length > 3),
  { seed: 94, numRuns: 1 },
)
const TEXT = FILE === undefined ? '' : writeFile(FILE)
const OUR_BANK = FILE?.header.immediateDestination ?? ''

const addressed = (file: NachaFile, immediateDestination: string): NachaFile => ({
  ...file,
  header: { ...file.header, immediateDestination },
})

/** What a bank may write and we may not. Whatever else is read can be written again. */
const ASKED_OF_US_ALONE: readonly string[] = [
  'fileHeader.immediateDestination is a routing number',
  'batchHeader.batchNumber ascends from 1',
  'batchHeader.standardEntryClass is no class that we write',
  'batchHeader.standardEntryClass holds debits only; loan proceeds are PPD credits',
  'batchHeader.entryDescription is a reserved word, in capitals',
  'batchHeader.descriptiveDate is no time of day behind SD',
  'batchHeader.settlementDate the operator fills it in',
  'entryDetail.individualName is needed',
  'entryDetail.addendaIndicator one addenda to an entry',
  'entryDetail.transactionCode does not say that something came back',
  'entryDetail.traceNumber is the same in the entry and its addenda',
  'entryDetail.discretionaryData is S, R or blank in WEB and TEL',
]

/** The file again, or what of it we may not send. */
function writtenAgain(file: NachaFile): string | readonly string[] {
  try {
    return writeFile(file)
  } catch (error) {
    if (!(error instanceof NachaWriteError)) throw error
    return error.errors.map(({ record, field, problem }) => `${record}.${field} ${problem}`)
  }
}

/** What was read says the same when it is written again, or is a bank's and not ours to send. */
function expectSameAgain(file: NachaFile): void {
  const again = writtenAgain(file)
  if (typeof again !== 'string') {
    expect(again.filter((problem) => !ASKED_OF_US_ALONE.includes(problem))).toEqual([])
    return
  }
  expect(readFile(again)).toEqual({ ok: true, value: file })
  expect(checkAchFile(again)).toEqual([])
}

test('the file that is edited is one that the independent checker takes', () => {
  expect(checkAchFile(TEXT)).toEqual([])
})

test('a file that a bank addressed to a company is read, and is not one to send (from seed 76199687)', () => {
  const answered = TEXT.replace(`101 ${OUR_BANK}`, '101 459619450')
  const outcome = readFile(answered)
  expect(outcome).toMatchObject({ ok: true, value: { header: { immediateDestination: '459619450' } } })
  if (!outcome.ok) return
  expect(writtenAgain(outcome.value)).toEqual(['fileHeader.immediateDestination is a routing number'])
  expectSameAgain(addressed(outcome.value, OUR_BANK))
})

test(
  'edited files: each ACH file is read, and says the same when it is written again, or has a bounded list of faults',
  () =>
    judgeMutants('ACH', Buffer.from(TEXT, 'latin1'), (bytes) => {
      const outcome = readFile(Buffer.from(bytes).toString('latin1'))
      if (outcome.ok) return expectSameAgain(outcome.value)
      expect(outcome.error.length).toBeGreaterThan(0)
      expect(outcome.error.length).toBeLessThanOrEqual(MOST_FAULTS)
    }),
  MUTANTS_TIMEOUT_MS,
)
