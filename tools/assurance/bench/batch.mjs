import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT, say, SetupError } from '../../../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { loadNow, storeResult } from './results.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

/** So many due debits of a measure; `--quick` takes a tenth and keeps no figures. */
const DEBITS = { batch: 100_000, 'batch-million': 1_000_000 }
const MOST_TIMES = 20
const MOST_MIB = 400

/** Due debits, from the rows to the files at the bank, beside the same rows written by plain SQL. */
export async function benchBatch(measure, { quick, profileFolder }) {
  const load = loadNow()
  const debits = DEBITS[measure] / (quick ? 10 : 1)
  const module = await buildWork('tools/assurance/bench/batch-work.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'dolphin-batch-'))
  const database = await openBenchDatabase()
  try {
    const work = { databaseUrl: database.url, dataDir, projectFolder: PROJECT_ROOT, debits }
    say(`batch: ${database.version}, ${debits.toLocaleString('en-US')} loans are being made`)
    await inOwnProcess(module, 'seedDueDebits', work)
    const options = { profileFolder }
    const batch = await inOwnProcess(module, 'originateDueDebits', work, options)
    const { entries, ineligible } = batch
    if (entries !== debits) throw new SetupError(`only ${entries} of ${debits} went out: ${ineligible}`)
    const floor = await inOwnProcess(module, 'copyWrittenRows', work)
    const plan = `${debits.toLocaleString('en-US')} due debits, from the rows to ${batch.files} files at the bank; beside them the same rows by plain \`insert … select\`; ${database.version}.`
    storeResult(quick ? `${measure}-quick` : measure, { plan, load, figures: figuresOf(batch, floor) })
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(module, { force: true })
  }
}

const figuresOf = ({ seconds, originateSeconds, peakMiB }, floor) => [
  { name: 'originated and transmitted', value: seconds, unit: 's' },
  { name: 'of that, originated', value: originateSeconds, unit: 's' },
  { name: 'the same rows by plain inserts', value: floor, unit: 's' },
  { name: 'times the plain inserts', value: seconds / floor, unit: '×', goal: { atMost: MOST_TIMES } },
  { name: 'peak memory of the process', value: peakMiB, unit: 'MiB', goal: { atMost: MOST_MIB } },
]
