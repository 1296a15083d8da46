import { MOST_FAULTS } from '@dolphin/nacha/nacha-error'
import { readFile } from '@dolphin/nacha/read-file'
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

test('the file that is edited is one that the independent checker takes', () => {
  expect(checkAchFile(TEXT)).toEqual([])
})

test(
  'edited files: each ACH file is read, and says the same when it is written again, or has a bounded list of faults',
  () =>
    judgeMutants('ACH', Buffer.from(TEXT, 'latin1'), (bytes) => {
      const outcome = readFile(Buffer.from(bytes).toString('latin1'))
      if (outcome.ok) {
        const again = writeFile(outcome.value)
        expect(readFile(again)).toEqual(outcome)
        expect(checkAchFile(again)).toEqual([])
        return
      }
      expect(outcome.error.length).toBeGreaterThan(0)
      expect(outcome.error.length).toBeLessThanOrEqual(MOST_FAULTS)
    }),
  MUTANTS_TIMEOUT_MS,
)
