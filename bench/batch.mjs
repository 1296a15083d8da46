import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT, say, SetupError } from '../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const DEBITS = 100_000
const QUICK_DEBITS = 10_000
const GOAL_SECONDS = 60
const GOAL_MIB = 512

/** 100,000 due debits, from the rows to the files at the bank, beside the same rows written by plain SQL. */
export async function benchBatch({ quick, profileFolder }) {
  const debits = quick ? QUICK_DEBITS : DEBITS
  const module = await buildWork('batch-work')
  const dataDir = mkdtempSync(join(tmpdir(), 'dolphin-batch-'))
  const database = await openBenchDatabase()
  try {
    const work = { databaseUrl: database.url, dataDir, projectFolder: PROJECT_ROOT, debits }
    say(`batch: ${database.version}, ${debits.toLocaleString('en-US')} loans are being made`)
    await inOwnProcess(module, 'seedDueDebits', work)
    const { seconds, originateSeconds, peakMiB, entries, files, ineligible } = await inOwnProcess(
      module,
      'originateDueDebits',
      work,
      { profileFolder },
    )
    if (entries !== debits) throw new SetupError(`only ${entries} of ${debits} went out: ${ineligible}`)
    const floor = await inOwnProcess(module, 'copyWrittenRows', work)
    say(
      `batch of ${entries.toLocaleString('en-US')} due debits: ${seconds.toFixed(1)} s (cut ${originateSeconds.toFixed(1)} s, ${files} files; goal ${GOAL_SECONDS} s), peak ${peakMiB.toFixed(0)} MiB (goal ${GOAL_MIB} MiB)`,
    )
    say(
      `  the same rows by plain insert … select: ${floor.toFixed(1)} s, so ${(seconds / floor).toFixed(1)} times the floor`,
    )
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(module, { force: true })
  }
}
