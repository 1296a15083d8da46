import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { issueOperationsTicket } from '@dolphin/api/modules/staff/operations-ticket'
import type { TestClient } from '@dolphin/api/testing/test-client'
import { enrollFirstAdministratorCall } from '@dolphin/contract/employees'
import { getPersonalInfoCall, sendCreateAccountEmailCall } from '@dolphin/contract/identity'
import { signInCall } from '@dolphin/contract/identity-sessions'
import { CreateAccountType } from '@dolphin/domain/identity/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CAUSED_AT_WORK } from './alert-causes.ts'
import { play, PLAY_LIMIT_MS, type PlayedAlert, type Scene, tableOf, until } from './alert-scenes.ts'
import { type Cluster, freePorts, OPERATIONS_SECRET, startCluster } from './cluster.ts'
import { openAccount, sameBrowser } from './people.ts'
import { Prometheus } from './prometheus.ts'
import { askedFor, figuresOf } from './shipped-figures.ts'
import { SmallDisk } from './small-disk.ts'

/** Node 0 does the work; node 1 has a small disk and few sessions; node 2 is sick, goes and comes back. */
const NODES = 3
const [WORKING, SMALL, SICK] = [0, 1, 2]
/** Of what nothing has been sent, posted or asked in these minutes. */
const NOTHING_YET = ['dolphin_ach_return_ratio', 'dolphin_tickets_posted_total', 'dolphin_tickets_sent_total']
const BROKEN_FILE = { portfolioId: 118, fileNo: '118-20260102-Z' }

let cluster: Cluster
let prometheus: Prometheus
let folder: string
let disk: SmallDisk
/** The bank's folder, which every node mounts. */
let bank: string
const played: PlayedAlert[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-prometheus-'))
  disk = new SmallDisk(join(folder, 'small-disk'))
  writeFileSync(join(folder, 'leak'), '')
  cluster = await startCluster(NODES, NODES, {
    settings: [
      {},
      { DATABASE_POOL: '3', DISK_WATCH_PATHS: disk.path, DISK_FULL_PERCENT: '90' },
      {
        NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'sick-node.mjs')).href}`,
        SICK_NODE: folder,
      },
    ],
  })
  bank = realpathSync(join(cluster.dataFolderOf(WORKING), 'bank'))
  const [port = 0] = await freePorts(1)
  prometheus = new Prometheus(port)
  await prometheus.start(
    folder,
    cluster.nodes.map(({ metricsPort }) => metricsPort),
  )
}, 180_000)

afterAll(async () => {
  await prometheus.stop()
  await cluster.stop()
  disk.remove()
  rmSync(folder, { recursive: true, force: true })
})

const awayFolder = (): string => join(folder, 'bank-away')
const arrive = (name: string, text: string): void => {
  mkdirSync(join(bank, 'inbox'), { recursive: true })
  writeFileSync(join(bank, 'inbox', name), text)
}

/** Asks for a round now, as its timetable does each minute. */
const runJob = (name: string) =>
  cluster.rows('insert into pgboss.job (name, policy) values ($1, $2) on conflict do nothing', [
    name,
    'short',
  ])

const BACKLOG = 'backlog'
const BACKLOG_JOBS = 4_000

/**
 * More rounds than the nodes work off in a test, due ten minutes ago, so that an alert of minutes takes none; none are added
 * while half of them wait.
 */
const queueBacklog = () =>
  cluster.rows(
    `insert into pgboss.job (name, policy, singleton_key, start_after)
      select 'bank-inbox', 'short', '${BACKLOG}-' || gen_random_uuid(), now() - interval '10 minutes'
        from generate_series(1, ${BACKLOG_JOBS})
        where (select count(*) from pgboss.job where singleton_key like '${BACKLOG}-%' and state = 'created')
          < ${BACKLOG_JOBS / 2}`,
  )
const removeBacklog = () =>
  cluster.rows(
    `delete from pgboss.job where singleton_key like '${BACKLOG}-%' and state in ('created', 'retry')`,
  )

async function guessPasswords(): Promise<void> {
  const body = { portfolioId: 118, password: 'Wrong-Horse-7', device: { remember: false } }
  for (let turn = 0; turn < 40; turn += 1)
    await cluster
      .clientOf(WORKING)
      .call(signInCall, { body: { ...body, account: `guess-${turn}@example.com` } })
}

/** As `npm run ops -- staff first-administrator` does with the operations secret. */
async function useOperationsSecret(): Promise<void> {
  const who = { name: 'Alma Sample', email: 'alma.sample@example.com' }
  const ticket = issueOperationsTicket(Buffer.from(OPERATIONS_SECRET, 'hex'), who, new Date())
  await cluster
    .clientOf(WORKING)
    .atDesk()
    .ask(enrollFirstAdministratorCall, { body: { ...who, ticket } })
}

/** A file whose text is nowhere: its transmission fails, and with it the round. */
const insertBrokenFile = () =>
  cluster.rows(
    `insert into ach_files (portfolio_id, file_no, business_date, file_id_modifier, sha256, object_key,
        entry_count, debit_total, credit_total, created_at)
      values ($1, $2, '2026-01-02', 'Z', repeat('0', 64), 'ach/none', 0, 0, 0, now())`,
    [BROKEN_FILE.portfolioId, BROKEN_FILE.fileNo],
  )

const removeBrokenFile = () => cluster.rows('delete from ach_files where file_no = $1', [BROKEN_FILE.fileNo])

const AT_THE_DESK: readonly Scene[] = [
  { alerts: ['DolphinStaffAlarm'], cause: useOperationsSecret },
  { alerts: ['DolphinSignInsRefused'], cause: guessPasswords, again: guessPasswords },
  {
    alerts: ['DolphinAchFileLate', 'DolphinRoundFailures', 'DolphinMoneyRoundMissing', 'DolphinJobsGivenUp'],
    cause: insertBrokenFile,
    again: () => runJob('work-item-watch'),
    mend: async () => {
      await removeBrokenFile()
      await runJob('money-round')
    },
  },
  {
    alerts: ['DolphinBankFileQuarantined', 'DolphinBankEntryUnread'],
    cause: async () => {
      arrive('broken.ach', 'not a file of a bank')
      await runJob('bank-inbox')
    },
    mend: () =>
      cluster.rows(
        "update work_items set closed_at = now() where kind in ('fileQuarantined', 'unreadBankEntry')",
      ),
  },
]

const OUTSIDE: readonly Scene[] = [
  {
    alerts: ['DolphinBankAway', 'DolphinProviderFails'],
    cause: async () => {
      renameSync(bank, awayFolder())
      writeFileSync(bank, 'not a folder')
      await runJob('bank-inbox')
    },
    again: () => runJob('bank-inbox'),
    mend: async () => {
      rmSync(bank)
      renameSync(awayFolder(), bank)
      await runJob('bank-inbox')
    },
  },
  // A node does not start while the bank's folder is none.
  {
    alerts: ['DolphinNodeDown'],
    cause: async () => await cluster.nodes[SICK]?.stop(),
    mend: async () => await cluster.nodes[SICK]?.start(),
  },
]

/** What a page asks for a link to begin with: one transaction that writes. */
const askForLink = (client: TestClient, serial: number) =>
  client.call(
    sendCreateAccountEmailCall,
    {
      body: {
        portfolioId: 118,
        email: `asks-${serial}-${crypto.randomUUID()}@example.com`,
        createAccountType: CreateAccountType.home,
      },
    },
    { headers: { 'x-forwarded-for': `10.2.${(serial >> 8) & 255}.${serial & 255}` } },
  )

const AT_ONCE = 10

/** Links asked for at once at a node; a node that is stopped or sick may answer none of them. */
const askForLinks = (node: number) =>
  Promise.allSettled(
    Array.from({ length: AT_ONCE }, (_, serial) => askForLink(cluster.clientOf(node), serial)),
  )

const LIMITS = 'rate_limits'
const WRONG_NAME = `${LIMITS}_renamed`

const failing: Scene = {
  alerts: ['DolphinCallsFail'],
  cause: () => cluster.rows(`alter table ${LIMITS} rename to ${WRONG_NAME}`),
  again: () => askForLinks(WORKING),
  mend: () => cluster.rows(`alter table ${WRONG_NAME} rename to ${LIMITS}`),
}

/** Holds a lock that every save of a table waits for. */
const lockFor = (table: string, seconds: number) =>
  cluster.rows(`begin; lock table ${table} in access exclusive mode; select pg_sleep(${seconds}); commit`)

const locked: Scene = {
  alerts: ['DolphinCallsSlow', 'DolphinTransactionsLong'],
  cause: () => askForLinks(WORKING),
  again: () => Promise.all([lockFor(LIMITS, 1.5), askForLinks(WORKING)]),
}

const unread: Scene = {
  alerts: ['DolphinFiguresMissing'],
  cause: () => lockFor('work_items', 12),
}

const CROWD = 60

/** Many who read at once at the node of few sessions, until the alert has fired. */
function crowded(): Scene {
  const crowd = new AbortController()
  let ended: Promise<unknown> = Promise.resolve()
  return {
    alerts: ['DolphinDatabaseSessionsShort'],
    async cause() {
      const { client } = await openAccount(cluster, cluster.clientOf(WORKING), 'crowd@example.com')
      const reader = sameBrowser(cluster.clientOf(SMALL), client)
      const readOn = async () => {
        while (!crowd.signal.aborted) await reader.call(getPersonalInfoCall, {})
      }
      ended = Promise.all(Array.from({ length: CROWD }, readOn))
    },
    async mend() {
      crowd.abort()
      await ended
    },
  }
}

/** Lets the sick node's main thread work for so many milliseconds at a time, and rest in between. */
const compute = (workMs: number, restMs: number) =>
  writeFileSync(join(folder, 'compute'), `${workMs} ${restMs}`)

const stalling: Scene = {
  alerts: ['DolphinEventLoopSlow'],
  cause: () => Promise.resolve(compute(600, 150)),
  mend: () => Promise.resolve(compute(0, 150)),
}

const BURSTS = 2
const BURST_MS = 2_000
/** Three scrapes: a rate needs samples before and after the refusals. */
const REST_MS = 6_000

/** Requests that come while the thread stands still, and then a rest in which the node answers and is scraped. */
async function overload(): Promise<void> {
  compute(2_500, 1)
  const asked: Promise<unknown>[] = []
  for (let burst = 0; burst < BURSTS; burst += 1) {
    asked.push(askForLinks(SICK))
    await wait(BURST_MS)
  }
  compute(0, 100)
  await Promise.all(asked)
  await wait(REST_MS)
}

const overloaded: Scene = { alerts: ['DolphinOverloaded'], cause: overload, again: overload }

const fullDisk: Scene = {
  alerts: ['DolphinDiskFilling', 'DolphinWritesPaused'],
  cause: () => Promise.resolve(disk.fill(0.95)),
  mend: () => Promise.resolve(disk.fill(0)),
}

const leaking: Scene = {
  alerts: ['DolphinMemoryGrows'],
  cause: () => Promise.resolve(),
  async mend() {
    rmSync(join(folder, 'leak'))
    await cluster.nodes[SICK]?.stop()
    await cluster.nodes[SICK]?.start()
  },
}

const late: Scene = {
  alerts: ['DolphinQueueLate'],
  cause: queueBacklog,
  again: queueBacklog,
  mend: removeBacklog,
}

const playAll = async (scenes: readonly Scene[]) => void played.push(...(await play(prometheus, scenes)))

test('Prometheus reaches every node with the shipped configuration', { timeout: 60_000 }, async () => {
  await until(
    () => 'a target is not up',
    30_000,
    async () => {
      const targets = await prometheus.targets()
      return targets.length === NODES && targets.every(({ health }) => health === 'up')
    },
  )
})

test(
  'alerts of jobs, files, staff and memory fire by their cause and are over once it is mended',
  { timeout: PLAY_LIMIT_MS },
  () => playAll([...AT_THE_DESK, leaking]),
)

test(
  'alerts of a node and of a bank that are away fire, and are over once they are back',
  { timeout: PLAY_LIMIT_MS },
  () => playAll(OUTSIDE),
)

test.each<[string, () => readonly Scene[]]>([
  ['a table is gone', () => [failing]],
  ['a table is locked', () => [locked]],
  ['figures wait for a lock', () => [unread]],
  ['a node has few sessions and a full disk', () => [crowded(), fullDisk]],
  ['jobs queue up', () => [late]],
  ['a main thread is slow', () => [stalling]],
  ['a main thread stands still', () => [overloaded]],
])('alerts fire where %s, and are over once it is mended', { timeout: PLAY_LIMIT_MS }, async (_, scenes) => {
  await playAll(scenes())
})

test('rules and dashboard ask for metrics and labels that the scrape has, and no label collides', async () => {
  const scraped = figuresOf((await cluster.nodes[WORKING]?.scrape()) ?? '')
  const withoutSeries = new Set<string>()
  const labelsOf = async (name: string): Promise<ReadonlySet<string> | undefined> => {
    const series = await prometheus.series(name)
    if (series.length > 0) return new Set(series.flatMap((labels) => Object.keys(labels)))
    expect(scraped, name).toContain(name)
    withoutSeries.add(name)
    return undefined
  }
  for (const { metrics, grouped } of askedFor()) {
    const found = new Map<string, ReadonlySet<string> | undefined>()
    for (const { name, matched } of metrics) {
      const labels = await labelsOf(name)
      found.set(name, labels)
      if (labels !== undefined)
        expect(
          matched.filter((label) => !labels.has(label)),
          name,
        ).toEqual([])
    }
    const all = [...found.values()]
    if (all.includes(undefined)) continue
    const missing = grouped.filter((label) => !all.some((labels) => labels?.has(label)))
    expect(missing, [...found.keys()].join(', ')).toEqual([])
  }
  expect([...withoutSeries].toSorted()).toEqual(NOTHING_YET)
  expect((await prometheus.labels()).filter((label) => label.startsWith('exported_'))).toEqual([])
})

test('each alert of a server at work has fired and was over', () => {
  process.stdout.write(tableOf(played))
  expect(played.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(CAUSED_AT_WORK).toSorted())
})
