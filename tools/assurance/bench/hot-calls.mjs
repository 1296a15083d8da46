import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT, say } from '../../../scripts/setup/step.mjs'
import { openApplicants } from './applicants.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { closedLoop } from './closed-loop.mjs'
import { readBesideFloor, writeBesideFloor } from './floors/measured-floor.mjs'
import { recordReads } from './floors/recorded-reads.mjs'
import { recordWrites } from './floors/recorded-writes.mjs'
import { HttpClient } from './http-client.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { openLoop, summarize } from './open-loop.mjs'
import { openBorrower } from './payment-detail.mjs'
import { measurePgbench } from './pgbench.mjs'
import { storeResult, loadNow } from './results.mjs'
import { middle, TURNS } from './turns.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const FORM_PATH = '/fssapi/dolphin-config/get-form?portfolioId=118&code=personal'
const LANES = 16
const APPLICANTS = 32
const QUICK_APPLICANTS = 4
const WARM_UP_SECONDS = 2
/** The latency is taken for so many times as long as the maximum: in 15 s a single pause of 150 ms is 1 of 100. */
const LATENCY_TIMES = 4
/** A floor writes what was recorded in a fraction of the time. */
const RECORDING_TIMES = 2
const PROFILE_SECONDS = 5
const FLOOR_GOAL_PERCENT = 50
/** Share of the measured maximum, and how late 1 in 100 may be. Source: issue "Proof", "To reach". */
const TERMS = {
  PostgreSQL: { share: 0.6, reads: 25, writes: 60 },
  embedded: { share: 0.4, reads: 60, writes: 120 },
}

/** The calls that pages make most: what each is, and how it is sent by the client, which may change its way. */
export async function hotCalls(client, count, borrower) {
  const applicants = await openApplicants(client, count)
  const inTurn = (send) => (arrival) => send(applicants[arrival % applicants.length])
  const read = async (path, headers = {}) => {
    const { status } = await client.send('GET', path, headers)
    if (status !== 200) throw new Error(`${path.split('?')[0]}: ${status}`)
    return 'read'
  }
  const ofBorrower =
    borrower === undefined
      ? []
      : [
          {
            name: 'payment-detail',
            kind: 'reads',
            send: () =>
              read(`/fssapi/dolphin-loan/online/payment-detail?loanNo=${borrower.loanNo}`, borrower.headers),
          },
          {
            name: 'list-repayment-loan',
            kind: 'reads',
            send: () => read('/fssapi/dolphin-loan/list-repayment-loan', borrower.headers),
          },
        ]
  return [
    { name: 'get-form', kind: 'reads', send: () => read(FORM_PATH) },
    { name: 'list-section', kind: 'reads', send: inTurn((one) => one.readSections()) },
    { name: 'answers of a section', kind: 'reads', send: inTurn((one) => one.readAnswers()) },
    ...ofBorrower,
    { name: 'save a section', kind: 'writes', send: inTurn((one) => one.save()) },
    { name: 'record-business-data', kind: 'writes', send: inTurn((one) => one.recordEvent()) },
  ]
}

/**
 * One call's maximum and its latency at a share of that, in turns: what the machine gives changes within minutes, and a
 * share of another minute's maximum would be a load of another kind. The latency is that of all turns together.
 */
async function measureCall(title, server, { name, kind, send }, seconds) {
  const terms = TERMS[title]
  await closedLoop({ lanes: LANES, seconds: WARM_UP_SECONDS, send })
  const turns = []
  for (let turn = 0; turn < TURNS; turn += 1)
    turns.push(await measureTurn(server, send, terms, seconds / TURNS))
  const most = middle(turns.map((turn) => turn.most))
  const perSecond = rateOf(most, terms)
  const failures = turns.flatMap(({ errors }) => errors)
  for (const [reason, times] of failures) say(`    ${times} × ${reason}`)
  const { p50, p99, count } = summarize(turns.flatMap(({ samples }) => samples))
  const latest = (name) => Math.max(...turns.map((turn) => turn[name])).toFixed(0)
  const at = `${title}, ${name}`
  const share = `${100 * terms.share} % of it, about ${perSecond}/s`
  return {
    name: at,
    send,
    perSecond,
    figures: [
      { name: `${at}: maximum`, value: most, unit: '1/s' },
      { name: `${at}: p50 at ${share}`, value: p50, unit: 'ms' },
      {
        name: `${at}: p99 at ${share}`,
        value: p99,
        unit: 'ms',
        goal: { atMost: terms[kind] },
        note: `longest delay: server loop ${latest('longestMs')} ms, load ${latest('lagMs')} ms`,
      },
      { name: `${at}: CPU time each`, value: sum(turns.map(({ cpuMs }) => cpuMs)) / count, unit: 'ms' },
      ...(failures.length === 0
        ? []
        : [
            {
              name: `${at}: requests refused or lost`,
              value: sum(failures.map(([, times]) => times)),
              unit: '',
              goal: { atMost: 0 },
            },
          ]),
    ],
  }
}

async function measureTurn(server, send, terms, seconds) {
  const { perSecond: most, errors } = await closedLoop({ lanes: LANES, seconds, send })
  await server.readLoop()
  const open = await openLoop({ perSecond: rateOf(most, terms), seconds: LATENCY_TIMES * seconds, send })
  const { cpuMs, longestMs } = await server.readLoop()
  const { samples, lagMs } = open
  return { most, samples, lagMs, cpuMs, longestMs, errors: [...errors, ...open.errors] }
}

const rateOf = (most, { share }) => Math.max(1, Math.floor(most * share))
const sum = (values) => values.reduce((total, value) => total + value, 0)

async function measureAll(title, server, calls, seconds) {
  const found = []
  for (const call of calls) found.push(await measureCall(title, server, call, seconds))
  return found
}

/**
 * Where the time goes in each call. After all else: to read a profile, the server opens the map of its sources, which
 * takes time and memory of its own.
 */
async function profileAll(server, found) {
  const profiles = []
  for (const { name, send, perSecond } of found) {
    const parts = await server.profile(() => openLoop({ perSecond, seconds: PROFILE_SECONDS, send }))
    profiles.push({ name, parts })
  }
  return profiles
}

const besideFloor = (name, { most, floor }) => [
  { name: `${name}, in turns with its floor: maximum`, value: most, unit: '1/s' },
  { name: `floor of ${name}: maximum`, value: floor, unit: '1/s' },
  {
    name: `${name}, share of its floor`,
    value: (100 * most) / floor,
    unit: '%',
    goal: { atLeast: FLOOR_GOAL_PERCENT },
  },
]

/** Each read beside its floor. */
async function readsBesideFloors(client, reads, works, seconds) {
  const figures = []
  for (const [name, work] of works) {
    const send = (arrival) => reads.get(name)(client, arrival)
    const plan = { lanes: LANES, warmUpSeconds: WARM_UP_SECONDS, seconds }
    figures.push(...besideFloor(name, await readBesideFloor(send, work, plan)))
  }
  return figures
}

/** Each write beside its floor, which writes into a copy of the database as it was before the write. */
async function writesBesideFloors({ database, dataFolder }, writes, { people, seconds }) {
  const node = { databaseUrl: database.url, dataFolder }
  const figures = []
  for (const { name, write } of writes) {
    // Copied and recorded while no other client uses the database.
    const before = await database.copy()
    try {
      const requests = await recordWrites(node, write, RECORDING_TIMES * seconds)
      const work = { databaseUrl: before.url, requests, body: '' }
      const plan = { lanes: LANES, people, warmUpSeconds: WARM_UP_SECONDS, seconds }
      const measured = await withServer(node, (client) =>
        writeBesideFloor((arrival) => write(client, arrival), work, plan),
      )
      figures.push(...besideFloor(name, measured))
    } finally {
      await before.close()
    }
  }
  return figures
}

async function withServer(node, work) {
  const server = await startMeasuredServer(node)
  const client = new HttpClient(server.port)
  try {
    return await work(client, server)
  } finally {
    client.close()
    await server.stop()
  }
}

/** The hot calls of a lender who has a borrower with a loan, each sent by whichever client is named. */
async function openLender(client, applicants, seed) {
  const way = { client, send: (...request) => way.client.send(...request) }
  const borrower = await openBorrower(client)
  await seed(borrower.loanNo)
  const calls = await hotCalls(way, applicants, borrower)
  const by = (send) => async (other, arrival) => {
    way.client = other
    try {
      return await send(arrival)
    } finally {
      way.client = client
    }
  }
  return {
    calls,
    reads: new Map(calls.filter(({ kind }) => kind === 'reads').map(({ name, send }) => [name, by(send)])),
    writes: calls
      .filter(({ kind }) => kind === 'writes')
      .map(({ name, send }) => ({ name, write: by(send) })),
  }
}

async function onPostgres(seconds, applicants) {
  const module = await buildWork('tools/assurance/bench/payment-detail-work.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'dolphin-hot-calls-'))
  const database = await openBenchDatabase()
  const dataFolder = join(dataDir, 'nodes')
  const node = { databaseUrl: database.url, dataFolder }
  const server = await startMeasuredServer(node)
  const client = new HttpClient(server.port)
  try {
    const { calls, reads, writes } = await openLender(client, applicants, (loanNo) =>
      inOwnProcess(module, 'seedLongLoan', {
        databaseUrl: database.url,
        dataDir,
        projectFolder: PROJECT_ROOT,
        debits: 0,
        loanNo,
        installments: 20,
        attempts: 1,
      }),
    )
    const works = await recordReads(
      node,
      new Map([...reads].map(([name, read]) => [name, (other) => read(other, 0)])),
    )
    const found = await measureAll('PostgreSQL', server, calls, seconds)
    const ofReads = await readsBesideFloors(client, reads, works, seconds)
    const profiles = await profileAll(server, found)
    await server.stop()
    const ofWrites = await writesBesideFloors({ database, dataFolder }, writes, {
      people: applicants,
      seconds,
    })
    const pgbench = await measurePgbench(database.url, seconds)
    return {
      version: database.version,
      profiles,
      figures: [
        ...found.flatMap(({ figures }) => figures),
        ...ofReads,
        ...ofWrites,
        { name: 'pgbench, one row by its key', value: pgbench.reads, unit: '1/s' },
        { name: 'pgbench, its default transaction', value: pgbench.writes, unit: '1/s' },
      ],
    }
  } finally {
    client.close()
    await server.stop()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(module, { force: true })
  }
}

const onEmbedded = (seconds, applicants) =>
  withServer({}, async (client, server) => {
    const found = await measureAll('embedded', server, await hotCalls(client, applicants), seconds)
    return {
      profiles: await profileAll(server, found),
      figures: found.flatMap(({ figures }) => figures),
    }
  })

/** Each hot call's maximum and its latency at a share of it, beside the floor and pgbench of the same run. */
export async function benchHotCalls({ quick, seconds }) {
  const load = loadNow()
  const applicants = quick ? QUICK_APPLICANTS : APPLICANTS
  say(`\nhot calls, ${seconds} s for each maximum and ${LATENCY_TIMES * seconds} s for each latency`)
  const { version, ...postgres } = await onPostgres(seconds, applicants)
  const embedded = await onEmbedded(seconds, applicants)
  const plan = `${seconds} s for each maximum and ${LATENCY_TIMES * seconds} s for each latency, in ${TURNS} turns; ${LANES} at once for the maximum (the median turn); for the floor the median of ${TURNS} turns of ${seconds / TURNS} s each; latency counts from the time a request was due; ${version}.`
  storeResult('calls', {
    plan,
    load,
    figures: [...postgres.figures, ...embedded.figures],
    profiles: [...postgres.profiles, ...embedded.profiles],
  })
}
