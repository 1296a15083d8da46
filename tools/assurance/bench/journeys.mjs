import { rmSync } from 'node:fs'
import { say } from '../../../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { summarize } from './open-loop.mjs'
import { storeResult, loadNow } from './results.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const JOURNEYS = 200
const QUICK_JOURNEYS = 8
const LANES = 8
/** Modules are loaded and statements prepared by then. */
const WARM_UP = 4

async function journeysOn(title, databaseUrl, module, journeys) {
  say(`\n${journeys} journeys on ${title}, ${LANES} at once`)
  const server = await startMeasuredServer({ databaseUrl })
  try {
    const { port } = server
    await inOwnProcess(module, 'liveJourneys', { port, journeys: WARM_UP, lanes: 2, from: 0 })
    await server.readLoop()
    const work = { port, journeys, lanes: LANES, from: WARM_UP }
    const { seconds, tookMs } = await inOwnProcess(module, 'liveJourneys', work)
    const { cpuMs } = await server.readLoop()
    const { p50, p99 } = summarize(tookMs.map((ms) => ({ ms })))
    return [
      { name: `${title}: journeys a second`, value: journeys / seconds, unit: '1/s' },
      { name: `${title}: server CPU time each`, value: cpuMs / journeys, unit: 'ms' },
      {
        name: `${title}: one journey, p50`,
        value: p50,
        unit: 'ms',
        note: 'with waits for mail and bank',
      },
      { name: `${title}: one journey, p99`, value: p99, unit: 'ms' },
    ]
  } finally {
    await server.stop()
  }
}

/** Whole journeys a second on both databases. */
export async function benchJourneys({ quick }) {
  const load = loadNow()
  const journeys = quick ? QUICK_JOURNEYS : JOURNEYS
  const module = await buildWork('tools/assurance/bench/journey-work.ts')
  const database = await openBenchDatabase()
  try {
    const onPostgres = await journeysOn('PostgreSQL', database.url, module, journeys)
    const embedded = await journeysOn('embedded', undefined, module, journeys)
    const plan = `${journeys} journeys on each database, ${LANES} borrowers at once; ${database.version}.`
    storeResult('journeys', { plan, load, figures: [...onPostgres, ...embedded] })
  } finally {
    await database.close()
    rmSync(module, { force: true })
  }
}
