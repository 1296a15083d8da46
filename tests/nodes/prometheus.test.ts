import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { issueOperationsTicket } from '@dolphin/api/modules/staff/operations-ticket'
import { enrollFirstAdministratorCall } from '@dolphin/contract/employees'
import { signInCall } from '@dolphin/contract/identity-sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, freePorts, OPERATIONS_SECRET, startCluster } from './cluster.ts'
import { Prometheus } from './prometheus.ts'
import { askedFor, figuresOf } from './shipped-figures.ts'

/** Node 0 does the work; node 1 goes and comes back. */
const NODES = 2
/** Of what nothing has been sent, posted or asked in these minutes. */
const NOTHING_YET = [
  'dolphin_ach_return_ratio',
  'dolphin_tickets_posted_total',
  'dolphin_tickets_sent_total',
  'dolphin_unread_gauges_total',
]
const FIRES_WITHIN_MS = 240_000
const POLL_MS = 500
/** The rules' own times are shorter here, the server's are not: a round is every minute. */
const OVER_WITHIN_MS = 300_000
const BROKEN_FILE = { portfolioId: 118, fileNo: '118-20260102-Z' }

let cluster: Cluster
let prometheus: Prometheus
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-prometheus-'))
  cluster = await startCluster(NODES, NODES)
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
  rmSync(folder, { recursive: true, force: true })
})

async function until(what: () => string, limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`${what()}; firing: ${[...(await prometheus.firing())].join(', ')}`)
    await wait(POLL_MS)
  }
}

const bankFolder = (): string => join(cluster.dataFolderOf(0), 'bank')
const awayFolder = (): string => join(folder, 'bank-away')
const arrive = (name: string, text: string): void => {
  mkdirSync(join(bankFolder(), 'inbox'), { recursive: true })
  writeFileSync(join(bankFolder(), 'inbox', name), text)
}

/** Asks for a round now, as its timetable does each minute. */
const runJob = (name: string) =>
  cluster.rows('insert into pgboss.job (name, policy) values ($1, $2) on conflict do nothing', [
    name,
    'short',
  ])

async function guessPasswords(): Promise<void> {
  const body = { portfolioId: 118, password: 'Wrong-Horse-7', device: { remember: false } }
  for (let turn = 0; turn < 40; turn += 1)
    await cluster.clientOf(0).call(signInCall, { body: { ...body, account: `guess-${turn}@example.com` } })
}

/** As `npm run ops -- staff first-administrator` does with the operations secret. */
async function useOperationsSecret(): Promise<void> {
  const who = { name: 'Alma Sample', email: 'alma.sample@example.com' }
  const ticket = issueOperationsTicket(Buffer.from(OPERATIONS_SECRET, 'hex'), who, new Date())
  await cluster
    .clientOf(0)
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

/** How alerts are made to fire, and by what they are over where that is not by itself. */
interface Scene {
  readonly alerts: readonly string[]
  readonly cause: () => Promise<unknown>
  /** Goes on until they fire. */
  readonly again?: () => Promise<unknown>
  readonly mend?: () => Promise<unknown>
}

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
    alerts: ['DolphinNodeDown'],
    cause: async () => await cluster.nodes[1]?.stop(),
    mend: async () => await cluster.nodes[1]?.start(),
  },
  {
    alerts: ['DolphinBankAway', 'DolphinProviderFails'],
    cause: async () => {
      renameSync(bankFolder(), awayFolder())
      writeFileSync(bankFolder(), 'not a folder')
      await runJob('bank-inbox')
    },
    again: () => runJob('bank-inbox'),
    mend: async () => {
      rmSync(bankFolder())
      renameSync(awayFolder(), bankFolder())
      await runJob('bank-inbox')
    },
  },
]

/** Causes all scenes, waits until each of their alerts has fired, mends, and waits until none fires. */
async function play(scenes: readonly Scene[]): Promise<void> {
  const alerts = scenes.flatMap((scene) => scene.alerts)
  const before = await prometheus.firing()
  expect(alerts.filter((alert) => before.has(alert))).toEqual([])
  for (const { cause } of scenes) await cause()
  const fired = new Set<string>()
  const missing = () => alerts.filter((alert) => !fired.has(alert))
  await until(
    () => `these did not fire: ${missing().join(', ')}`,
    FIRES_WITHIN_MS,
    async () => {
      for (const { alerts: own, again } of scenes) if (own.some((alert) => !fired.has(alert))) await again?.()
      for (const alert of await prometheus.firing()) fired.add(alert)
      return missing().length === 0
    },
  )
  for (const { mend } of scenes) await mend?.()
  let left: readonly string[] = alerts
  await until(
    () => `these fire on: ${left.join(', ')}`,
    OVER_WITHIN_MS,
    async () => {
      const firing = await prometheus.firing()
      left = alerts.filter((alert) => firing.has(alert))
      return left.length === 0
    },
  )
}

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

const BOTH_MS = FIRES_WITHIN_MS + OVER_WITHIN_MS

test(
  'alerts of jobs, files and staff fire by their cause and are over once it is mended',
  {
    timeout: BOTH_MS,
  },
  () => play(AT_THE_DESK),
)

test(
  'alerts of a node and of a bank that are away fire, and are over once they are back',
  {
    timeout: BOTH_MS,
  },
  () => play(OUTSIDE),
)

test('rules and dashboard ask for metrics and labels that the scrape has, and no label collides', async () => {
  const scraped = figuresOf((await cluster.nodes[0]?.scrape()) ?? '')
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
