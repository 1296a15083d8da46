import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../../../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { storeResult, loadNow, showFigures } from './results.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const SOCKETS = 5_000
const QUICK_SOCKETS = 200
/** Pages of one customer: as many as one session may have open (docs/limits.md, socketsOfSession). */
const PAGES = 20
const HOLD_SECONDS = 90
const QUICK_HOLD_SECONDS = 5
const GOAL_MIB = 256
/** Source: design/security.md "Figures". */
const BACK_WITHIN_SECONDS = 30

function memoryFigures({ before, opened, held, cut }, sockets) {
  const goal = sockets === SOCKETS ? { goal: { atMost: GOAL_MIB } } : {}
  return [
    { name: 'memory at rest, before', value: before, unit: 'MiB' },
    { name: `above rest with ${sockets} open`, value: held - before, unit: 'MiB', ...goal },
    { name: 'above rest when all were open', value: opened - before, unit: 'MiB' },
    { name: 'memory for each', value: ((held - before) * 1_024) / sockets, unit: 'KiB' },
    { name: 'cut while they were held', value: cut, unit: '', goal: { atMost: 0 } },
  ]
}

const stormFigures = ({ backSeconds, lost }) => [
  {
    name: 'all cut at once: the last is back after',
    value: backSeconds,
    unit: 's',
    goal: { atMost: BACK_WITHIN_SECONDS },
  },
  { name: 'messages lost, or heard twice', value: lost, unit: '', goal: { atMost: 0 } },
]

/**
 * Measures channels of idle pages: proved, with a heartbeat every 25 s, otherwise silent. With `storm` all are then cut
 * at once and reconnect as pages do. Returns the number of missed goals. A run of another size than the usual one is
 * not stored for the report.
 */
export async function benchSockets({ quick, count, seconds, storm }) {
  const load = loadNow()
  const sockets = count ?? (quick ? QUICK_SOCKETS : SOCKETS)
  const customers = Math.ceil(sockets / PAGES)
  const holdSeconds = seconds ?? (quick ? QUICK_HOLD_SECONDS : HOLD_SECONDS)
  const module = await buildWork('tools/assurance/bench/socket-work.ts', { besideServer: true })
  const dataFolder = mkdtempSync(join(tmpdir(), 'dolphin-bench-'))
  const database = await openBenchDatabase()
  const server = await startMeasuredServer({ databaseUrl: database.url, dataFolder })
  try {
    const { port, pid } = server
    say(`\n${sockets} channels of ${customers} customers, held for ${holdSeconds} s`)
    const work = { port, pid, sockets, customers, holdSeconds, storm }
    const found = await inOwnProcess(module, 'holdSockets', work)
    const after = found.storm === undefined ? [] : stormFigures(found.storm)
    const figures = [...memoryFigures(found, sockets), ...after]
    if (count !== undefined) return showFigures(figures)
    const plan = `${sockets} channels of ${customers} customers, held for ${holdSeconds} s; ${database.version}.`
    return storeResult('sockets', { plan, load, figures })
  } finally {
    await server.stop()
    await database.close()
    rmSync(dataFolder, { recursive: true, force: true })
    rmSync(module, { force: true })
  }
}
