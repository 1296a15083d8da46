import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import * as fc from 'fast-check'
import { effort } from './effort.ts'
import { mutatedBytes } from './mutated-bytes.ts'

/** `npm run proof:files` sets it: for how long each reader gets edited files, from which seed, and where to say how many. */
const WISH = JSON.parse(process.env['FILE_MUTANTS'] ?? 'null') as {
  readonly minutes: number
  readonly seed: number
  readonly report: string
} | null

/** Edited files of each reader. Source: design/security.md "Figures". */
const MUTANTS = effort({ usual: 50, full: 500 })
const USUAL_SEED = 1_094
/** More than fit into any night. */
const ENDLESS = 2 ** 31 - 1

/** Timeout of the test that judges mutants: one minute, plus the configured minutes. */
export const MUTANTS_TIMEOUT_MS = WISH === null ? MINUTE_MS : (WISH.minutes + 1) * MINUTE_MS

/**
 * Gives a reader so many edited files, or edited files for so many minutes; the judge throws where one is not taken as
 * it should be. What is found is made as small as it can be and shown with its seed.
 *
 * @param target names the reader in the report
 */
export async function judgeMutants(
  target: string,
  base: Uint8Array,
  judge: (bytes: Uint8Array) => void | Promise<void>,
): Promise<void> {
  let mutants = 0
  const property = fc.asyncProperty(mutatedBytes(base), async (bytes) => {
    mutants += 1
    await judge(bytes)
  })
  if (WISH === null) {
    await fc.assert(property, { seed: USUAL_SEED, numRuns: MUTANTS })
    return
  }
  const interruptAfterTimeLimit = WISH.minutes * MINUTE_MS
  await fc.assert(property, { seed: WISH.seed, numRuns: ENDLESS, interruptAfterTimeLimit })
  writeFileSync(join(WISH.report, `${target}.json`), JSON.stringify({ target, mutants }))
}
