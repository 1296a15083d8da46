import { rmSync } from 'node:fs'
import { say } from '../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { keepResult, loadNow } from './results.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const SOCKETS = 5_000
const QUICK_SOCKETS = 200
const CUSTOMERS = 50
const QUICK_CUSTOMERS = 5
const HOLD_SECONDS = 90
const QUICK_HOLD_SECONDS = 5
const GOAL_MIB = 256

/** Channels of pages that nobody touches: proved, beating every 25 s, otherwise silent. */
export async function benchSockets({ quick }) {
  const load = loadNow()
  const [sockets, customers, holdSeconds] = quick
    ? [QUICK_SOCKETS, QUICK_CUSTOMERS, QUICK_HOLD_SECONDS]
    : [SOCKETS, CUSTOMERS, HOLD_SECONDS]
  const module = await buildWork('journey-work')
  const database = await openBenchDatabase()
  const server = await startMeasuredServer({ databaseUrl: database.url })
  try {
    const { port, pid } = server
    say(`\n${sockets} channels of ${customers} customers, held for ${holdSeconds} s`)
    const work = { port, pid, sockets, customers, holdSeconds }
    const { before, opened, held } = await inOwnProcess(module, 'holdSockets', work)
    const figures = [
      { name: 'memory at rest, before', value: before, unit: 'MiB' },
      {
        name: `above rest with ${sockets} open`,
        value: held - before,
        unit: 'MiB',
        goal: { atMost: GOAL_MIB },
      },
      { name: 'above rest at the instant all were open', value: opened - before, unit: 'MiB' },
      { name: 'for each', value: ((held - before) * 1_024) / sockets, unit: 'KiB' },
    ]
    const plan = `${sockets} channels of ${customers} customers, held for ${holdSeconds} s; ${database.version}.`
    keepResult('sockets', { plan, load, figures })
  } finally {
    await server.stop()
    await database.close()
    rmSync(module, { force: true })
  }
}
