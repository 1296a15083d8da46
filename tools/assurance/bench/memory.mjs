import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from '../../../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { storeResult, loadNow } from './results.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const REST_SECONDS = 20
const QUICK_REST_SECONDS = 3
const LANES = 4
/** Journeys between two looks at the clock. */
const AT_ONCE = 16
const KIB_IN_MIB = 1_024

const residentMiB = (pid) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) /
  KIB_IN_MIB

/** A node at rest, after so long a time of borrowers applying and signing, and once that is over. */
export async function benchMemory({ quick, seconds }) {
  const load = loadNow()
  const module = await buildWork('tools/assurance/bench/journey-work.ts')
  const database = await openBenchDatabase()
  const server = await startMeasuredServer({ databaseUrl: database.url })
  const rest = quick ? QUICK_REST_SECONDS : REST_SECONDS
  try {
    const { port, pid } = server
    await wait(rest * 1_000)
    const atRest = residentMiB(pid)
    say(`\nborrowers apply and sign for ${seconds} s, ${LANES} at once`)
    const begunAt = performance.now()
    const looks = []
    let from = 0
    while (performance.now() - begunAt < seconds * 1_000) {
      await inOwnProcess(module, 'liveJourneys', { port, journeys: AT_ONCE, lanes: LANES, from })
      from += AT_ONCE
      looks.push(residentMiB(pid))
    }
    const minutes = (performance.now() - begunAt) / 60_000
    const loaded = looks.at(-1) ?? Number.NaN
    await wait(rest * 1_000)
    const figures = [
      { name: 'at rest, fresh', value: atRest, unit: 'MiB' },
      { name: `after ${minutes.toFixed(0)} minutes and ${from} journeys`, value: loaded, unit: 'MiB' },
      { name: 'highest sample', value: Math.max(...looks), unit: 'MiB' },
      {
        name: 'growth over the second half',
        value: loaded - (looks[Math.floor(looks.length / 2)] ?? loaded),
        unit: 'MiB',
      },
      { name: 'at rest afterwards', value: residentMiB(pid), unit: 'MiB' },
    ]
    storeResult('memory', {
      plan: `${seconds} s of journeys, ${LANES} at once; ${database.version}.`,
      load,
      figures,
    })
  } finally {
    await server.stop()
    await database.close()
    rmSync(module, { force: true })
  }
}
