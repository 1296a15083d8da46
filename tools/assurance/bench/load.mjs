import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT, say } from '../../../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { hotCalls } from './hot-calls.mjs'
import { HttpClient } from './http-client.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { openLoop, summarize } from './open-loop.mjs'
import { openBorrower, openReturning } from './payment-detail.mjs'
import { showFigures } from './results.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const PER_SECOND = 200
const SECONDS = 1_800
const QUICK_SECONDS = 5
/** Of twenty requests in a row; at 200 a second ten of them sign in. */
const MIX = {
  'sign in': 1,
  'get-form': 3,
  'list-section': 4,
  'answers of a section': 3,
  'payment-detail': 3,
  'list-repayment-loan': 2,
  'save a section': 3,
  'record-business-data': 1,
}
const APPLICANTS = 100
const RETURNING = 20
const QUICK_PEOPLE = 4
const SETUP_PATIENCE = 60
const LOOK_MS = 5_000
const MOST_REASONS = 20
const KIB_IN_MIB = 1_024
const MS_IN_HOUR = 3_600_000
/** Source: design/security.md "Figures"; "memory slope about nothing" is read as at most so much an hour. */
const GOALS = { signInMs: 1_500, errorsPercent: 0.01, slopeMiBAnHour: 20 }
/** The first part of the time, in which caches and the engine's own heap fill. */
const WARM_SHARE = 1 / 3

const residentMiB = (pid) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) /
  KIB_IN_MIB

/** Looks at a process's memory now and then; `stop` answers by how much it grew in an hour, by least squares. */
function watchMemory(pid) {
  const looks = []
  const look = () => void looks.push({ at: performance.now(), mib: residentMiB(pid) })
  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      const late = looks.slice(Math.floor(looks.length * WARM_SHARE))
      return { most: Math.max(...looks.map(({ mib }) => mib)), slope: slopeOf(late) * MS_IN_HOUR }
    },
  }
}

function slopeOf(looks) {
  const mean = (of) => looks.reduce((sum, one) => sum + of(one), 0) / looks.length
  const [at, mib] = [mean((one) => one.at), mean((one) => one.mib)]
  const under = looks.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  return under === 0 ? 0 : looks.reduce((sum, one) => sum + (one.at - at) * (one.mib - mib), 0) / under
}

/** Twenty requests in a row with the kinds spread evenly, so that none of them comes in bursts. */
function rowOf(mix) {
  return Object.entries(mix)
    .flatMap(([name, count]) =>
      Array.from({ length: count }, (_, turn) => ({ name, place: (turn + 0.5) / count })),
    )
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => name)
}

/** Everybody whose requests make up the mix. */
async function openPeople(client, quick) {
  const returning = []
  for (let serial = 0; serial < (quick ? QUICK_PEOPLE : RETURNING); serial += 1)
    returning.push(await openReturning(client, `returning-${serial}@example.com`))
  return { borrower: await openBorrower(client), returning }
}

async function sendersOf(client, module, database, quick) {
  const { borrower, returning } = await openPeople(client, quick)
  const dataDir = mkdtempSync(join(tmpdir(), 'dolphin-load-'))
  const loan = { loanNo: borrower.loanNo, installments: 20, attempts: 1, debits: 0 }
  const place = { databaseUrl: database.url, dataDir, projectFolder: PROJECT_ROOT }
  await inOwnProcess(module, 'seedLongLoan', { ...place, ...loan })
  rmSync(dataDir, { recursive: true, force: true })
  const calls = await hotCalls(client, quick ? QUICK_PEOPLE : APPLICANTS, borrower)
  const byName = new Map(calls.map(({ name, send }) => [name, send]))
  byName.set('sign in', (arrival) => returning[arrival % returning.length]())
  const row = rowOf(MIX)
  // Each kind goes through all people in turn.
  const turns = new Map()
  return async (arrival) => {
    const name = row[arrival % row.length]
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    await byName.get(name)(turn)
    return name
  }
}

function figuresOf({ samples, errors, lagMs }, { most, slope }, requests) {
  const refused = [...errors].filter(([reason]) => reason.includes('503'))
  const count = (some) => [...some].reduce((sum, [, times]) => sum + times, 0)
  const late = Object.keys(MIX).map((name) => ({
    name: `${name}: p99`,
    value: summarize(samples.filter(({ kind }) => kind === name)).p99,
    unit: 'ms',
    ...(name === 'sign in' ? { goal: { atMost: GOALS.signInMs } } : {}),
  }))
  return [
    { name: 'requests answered', value: samples.length, unit: '' },
    ...late,
    { name: 'told to come again (503)', value: count(refused), unit: '' },
    { name: 'lost or wrong', value: count(errors) - count(refused), unit: '', goal: { atMost: 0 } },
    {
      name: 'not answered as wished',
      value: (100 * count(errors)) / requests,
      unit: '%',
      goal: { atMost: GOALS.errorsPercent },
    },
    { name: 'memory, the most', value: most, unit: 'MiB' },
    {
      name: 'memory, growth after the first third',
      value: slope,
      unit: 'MiB/h',
      goal: { atMost: GOALS.slopeMiBAnHour },
    },
    { name: 'the load itself was late by at most', value: lagMs, unit: 'ms' },
  ]
}

/** A mix of reads, writes and sign-ins at a steady rate on PostgreSQL. Answers how many goals were missed. */
export async function benchLoad({ quick, seconds = quick ? QUICK_SECONDS : SECONDS, rate = PER_SECOND }) {
  const module = await buildWork('tools/assurance/bench/payment-detail-work.ts', { besideServer: true })
  const database = await openBenchDatabase()
  const server = await startMeasuredServer({ databaseUrl: database.url })
  const client = new HttpClient(server.port)
  try {
    client.patience = SETUP_PATIENCE
    const send = await sendersOf(client, module, database, quick)
    client.patience = 0
    say(
      `\na mix of ${rate} requests a second for ${seconds} s, ${rate / 20} of them sign in; ${database.version}`,
    )
    const memory = watchMemory(server.pid)
    const load = await openLoop({ perSecond: rate, seconds, send })
    for (const [reason, times] of [...load.errors].slice(0, MOST_REASONS)) say(`    ${times} × ${reason}`)
    return showFigures(figuresOf(load, memory.stop(), rate * seconds))
  } finally {
    client.close()
    await server.stop()
    await database.close()
    rmSync(module, { force: true })
  }
}
