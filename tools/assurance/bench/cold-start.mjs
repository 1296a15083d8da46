import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../../../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { summarize } from './open-loop.mjs'
import { storeResult, loadNow } from './results.mjs'

const STARTS = 10
const QUICK_STARTS = 2

/** The very first start makes database and keys; those after it find them. */
async function startsOn(title, databaseUrl, starts, goalMs) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'dolphin-bench-'))
  const samples = []
  try {
    for (let start = 0; start <= starts; start += 1) {
      const server = await startMeasuredServer({ databaseUrl, dataFolder })
      samples.push({ ms: server.readyMs })
      await server.stop()
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
  const [first, ...later] = samples
  const { p50, longest } = summarize(later)
  return [
    { name: `${title}: p50`, value: p50, unit: 'ms', goal: { atMost: goalMs } },
    { name: `${title}: slowest`, value: longest, unit: 'ms' },
    { name: `${title}: first start, which creates everything`, value: first.ms, unit: 'ms' },
  ]
}

/** From the start of the process to the first "ready". */
export async function benchColdStart({ quick }) {
  const load = loadNow()
  const starts = quick ? QUICK_STARTS : STARTS
  say(`\n${starts} starts on each database`)
  const database = await openBenchDatabase()
  try {
    const figures = [
      ...(await startsOn('embedded', undefined, starts, 2_500)),
      ...(await startsOn('PostgreSQL', database.url, starts, 1_000)),
    ]
    storeResult('start', { plan: `${starts} starts on each; ${database.version}.`, load, figures })
  } finally {
    await database.close()
  }
}
