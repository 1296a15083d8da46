import { MOST_FAULTS } from '@dolphin/nacha/nacha-error'
import type { NachaFile } from '@dolphin/nacha/nacha-file'
import { readFile } from '@dolphin/nacha/read-file'
import { isRoutingNumber } from '@dolphin/nacha/routing-number'
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

/** What was read says the same when it is written again; what a bank addressed to a company we do not send to one. */
function expectSameAgain(file: NachaFile): void {
  const isForBank = isRoutingNumber(file.header.immediateDestination)
  if (!isForBank) expect(() => writeFile(file)).toThrow('fileHeader.immediateDestination')
  const sent = isForBank ? file : addressed(file, OUR_BANK)
  const again = writeFile(sent)
  expect(readFile(again)).toEqual({ ok: true, value: sent })
  expect(checkAchFile(again)).toEqual([])
}

test('the file that is edited is one that the independent checker takes', () => {
  expect(checkAchFile(TEXT)).toEqual([])
})

test('a file that a bank addressed to a company is read, and is not one to send (from seed 76199687)', () => {
  const answered = TEXT.replace(`101 ${OUR_BANK}`, '101 459619450')
  const outcome = readFile(answered)
  expect(outcome).toMatchObject({ ok: true, value: { header: { immediateDestination: '459619450' } } })
  if (outcome.ok) expectSameAgain(outcome.value)
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
