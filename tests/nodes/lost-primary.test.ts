import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dataPaths } from '@dolphin/api/config/config'
import type { MoneyDeps } from '@dolphin/api/deps'
import { originateWholeBatch } from '@dolphin/api/modules/payments/originate-batch'
import { transmitFiles } from '@dolphin/api/modules/payments/transmit-files'
import { makeTestPlace, startTestApi, type TestApi, type TestPlace } from '@dolphin/api/testing/api-fixture'
import { openMoneyProcess } from '../../tools/assurance/crash-tests/money-process.ts'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { openDatabase } from '@dolphin/database/driver/open'
import { migrateDatabase } from '@dolphin/database/migrate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './cluster.ts'
import { Saver } from './people.ts'
import { databaseAt, type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts'
import { PROJECT_ROOT } from './server-node.ts'

const SAVERS = 12
const LOANS = 3
const CUTS = 8
const CUT_EVERY_MS = 500
const LOAD_MS = 3_000
/** Of a node's log, where it has ended. */
const LOG_END = 3_000
/** Before its cut-off on a day on which signed loans are paid out. */
const BATCH_TIME = '2026-03-03T10:00:00-05:00'
const REPORT = join(PROJECT_ROOT, 'test-results/lost-primary')

let servers: ReplicatedPostgres
let cluster: Cluster
let api: TestApi
let place: TestPlace
let savers: readonly Saver[]
const figures: Record<string, unknown> = {}

/** Rows of whichever server takes writes. */
async function rowsOf(name: string, query: string): Promise<readonly Record<string, unknown>[]> {
  const database = await openDatabase({ url: servers.urlOf(name), poolSize: 1 })
  try {
    return (await database.executeSql(query)).rows as Record<string, unknown>[]
  } finally {
    await database.close()
  }
}

beforeAll(async () => {
  servers = await startReplicatedPostgres()
  for (const name of ['pages', 'money']) await servers.rowsAt(servers.primary, `create database ${name}`)
  cluster = await startCluster(2, 2, {
    database: {
      url: servers.urlOf('pages'),
      rows: async (query) => (await rowsOf('pages', query)) as never,
      drop: () => Promise.resolve(),
    },
  })
  const lanes = Array.from({ length: SAVERS }, (_, serial) => {
    const [home, other] = [serial % 2, (serial + 1) % 2]
    return Saver.begin({ at: cluster.clientOf(home), again: cluster.clientOf(other) }, serial)
  })
  savers = await Promise.all(lanes)
  await openMoneyPlace()
}, 180_000)

afterAll(async () => {
  await api.close()
  await cluster.stop()
  await servers.stop()
  await place.remove()
  mkdirSync(REPORT, { recursive: true })
  writeFileSync(join(REPORT, 'figures.json'), `${JSON.stringify(figures, undefined, 2)}\n`)
})

/** Signed loans whose money goes with the next file, in a database with a clock of its own. */
async function openMoneyPlace(): Promise<void> {
  const url = servers.urlOf('money')
  const database = await openDatabase({ url, poolSize: 2 })
  await migrateDatabase(database)
  await database.close()
  place = await makeTestPlace({
    engine: 'postgresql',
    location: { url },
    open: () => openDatabase({ url, poolSize: 10 }),
    remove: () => Promise.resolve(),
  })
  api = await startTestApi({ place })
  api.clock.set(BATCH_TIME)
  for (let count = 0; count < LOANS; count += 1) await signLoan(api)
}

/** Saves again and again until it is over; returns how often each code was the answer. */
async function saveUntil(over: AbortSignal): Promise<ReadonlyMap<number | string, number>> {
  const codes = new Map<number | string, number>()
  const count = (outcome: number | string) => void codes.set(outcome, (codes.get(outcome) ?? 0) + 1)
  const lanes = savers.map(async (saver) => {
    while (!over.aborted)
      await saver
        .save()
        .then(count, (error: unknown) => count(error instanceof Error ? error.message : 'failed'))
  })
  await Promise.all(lanes)
  return codes
}

const VERSIONS =
  "select application_no, version from application_sections where section_key = 'personal' order by 1"

/** Each saver knows how many of its saves were answered; the database knows the same. */
async function expectNothingLostOrDoubled(): Promise<void> {
  const stored = new Map(
    (await rowsOf('pages', VERSIONS)).map((row) => [row['application_no'], row['version']]),
  )
  expect(savers.map(({ applicationNo }) => stored.get(applicationNo))).toEqual(
    savers.map(({ version }) => version),
  )
}

const cutSessions = (server: string) =>
  servers.rowsAt(
    server,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dolphin' and datname = 'pages'",
  )

test('sessions are cut again and again under a stream of writes: no process ends, each write is answered and done once', async () => {
  const over = new AbortController()
  const saving = saveUntil(over.signal)
  const cut: number[] = []
  for (let times = 0; times < CUTS; times += 1) {
    await wait(CUT_EVERY_MS)
    cut.push((await cutSessions(servers.primary)).length)
  }
  over.abort()
  const codes = await saving
  figures['sessions cut'] = cut
  figures['saves while sessions were cut'] = Object.fromEntries(codes)
  expect(Math.min(...cut)).toBeGreaterThan(0)
  expect([...codes.keys()]).toEqual([1])
  for (const node of cluster.nodes) expect(await node.isReady(), node.log.slice(-LOG_END)).toBe(true)
  await expectNothingLostOrDoubled()
}, 120_000)

/** A site that originates and transmits; the first loses the primary between a file at the bank and the note of it. */
async function openSite(losesPrimary: boolean): Promise<MoneyDeps> {
  let isLost = false
  return await openMoneyProcess({
    database: { url: servers.urlOf('money') },
    dataDir: place.dataDir,
    projectFolder: PROJECT_ROOT,
    now: new Date(BATCH_TIME),
    ...(losesPrimary
      ? {
          faultPoint(name) {
            if (name !== 'hand-over: named, before the note' || isLost) return
            isLost = true
            servers.losePrimary()
          },
        }
      : {}),
  })
}

async function originate(site: MoneyDeps): Promise<void> {
  await originateWholeBatch(site, 118, 'test')
  await transmitFiles(site)
}

/** What the bank has: the entries of each file, by the file's name. */
function filesAtBank(): ReadonlyMap<string, readonly string[]> {
  const outbox = join(dataPaths(place.dataDir).bank, 'outbox')
  const names = readdirSync(outbox).filter((name) => name.endsWith('.ach'))
  return new Map(
    names.map((name) => [
      name,
      readFileSync(join(outbox, name), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('6')),
    ]),
  )
}

test('the primary is lost under load and the standby promoted: no answer is lost, and one file is at the bank', async () => {
  const over = new AbortController()
  const saving = saveUntil(over.signal)
  const sites = [await openSite(true), await openSite(false)] as const
  await wait(LOAD_MS)
  const lost = performance.now()
  const first = await Promise.allSettled(sites.map(originate))
  expect(first[0]?.status).toBe('rejected')
  expect(filesAtBank().size).toBe(1)
  await servers.promoteStandby()
  figures['ms until the standby was promoted'] = Math.round(performance.now() - lost)
  for (const site of sites)
    await expect.poll(() => originate(site).then(() => 'done', String), { timeout: 30_000 }).toBe('done')
  await wait(LOAD_MS)
  over.abort()
  const codes = await saving
  figures['saves while the primary was lost'] = Object.fromEntries(codes)
  expect([...codes.keys()]).toEqual([1])
  for (const node of cluster.nodes) expect(await node.isReady(), node.log.slice(-LOG_END)).toBe(true)
  await expectNothingLostOrDoubled()
  const files = await rowsOf(
    'money',
    "select file_no || '.ach' as name, sent_at is not null as sent from ach_files",
  )
  expect([...filesAtBank()].map(([name, entries]) => [name, entries.length])).toEqual([
    [files[0]?.['name'], LOANS],
  ])
  expect(files).toEqual([{ name: expect.any(String), sent: true }])
  for (const site of sites) await site.database.close()
}, 180_000)

test('the old primary comes back as it was lost: every session goes to the new one, and nothing is written to the old', async () => {
  await servers.bringBackOldPrimary()
  const old = databaseAt(servers.primary, 'pages')
  const before = await servers.rowsAt(old, VERSIONS)
  const over = new AbortController()
  const saving = saveUntil(over.signal)
  for (let times = 0; times < CUTS; times += 1) {
    await wait(CUT_EVERY_MS)
    await cutSessions(servers.standby)
    expect(await cutSessions(servers.primary)).toEqual([])
  }
  over.abort()
  const codes = await saving
  for (const node of cluster.nodes) expect(await node.isReady(), node.log.slice(-LOG_END)).toBe(true)
  expect([...codes.keys()]).toEqual([1])
  expect(await servers.rowsAt(old, VERSIONS)).toEqual(before)
  await expectNothingLostOrDoubled()
}, 120_000)
