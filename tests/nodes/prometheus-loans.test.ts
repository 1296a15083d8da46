import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyRing } from '@dolphin/api/security/keys'
import { transmitFiles } from '@dolphin/api/modules/payments/transmit-files'
import { makeTestPlace, startTestApi, type TestPlace } from '@dolphin/api/testing/api-fixture'
import { debitsOf, moneyDays, PAYDAYS } from '@dolphin/api/testing/money-days'
import { assert } from '@dolphin/domain/assert'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CAUSED_BY_LOANS } from './alert-causes.ts'
import { play, PLAY_LIMIT_MS, type Scene, tableOf, until } from './alert-scenes.ts'
import { type Cluster, databaseAtUrl, freePorts, MASTER_KEY, startCluster } from './cluster.ts'
import { Prometheus } from './prometheus.ts'

const DAY_AFTER_RETURN = '2026-03-18T13:00:00-04:00'
const A_WEEK_LATER = '2026-03-25T13:00:00-04:00'
/** Flag of installments that count no more. */
const LOST = 4
const setFlags = (flags: number) => `update installments set flags = ${flags} where loan_no = $1`
/** The return is out of every window of the rates. */
const IN_SUMMER = '2026-07-07T13:00:00-04:00'
const ROUND_LIMIT_MS = 60_000

let folder: string
let place: TestPlace
let cluster: Cluster
let prometheus: Prometheus
let stranded: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-prometheus-loans-'))
  place = await makeTestPlace()
  stranded = await liveUntilReturn()
  assert('url' in place.home.location, 'the nodes share a PostgreSQL')
  cluster = await startCluster(1, 0, {
    database: databaseAtUrl(place.home.location.url, () => place.remove()),
  })
  // The three before are the cluster's, whose node does not listen yet.
  const [, , , port = 0] = await freePorts(4)
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

/**
 * Three loans by the services of the lender: of one the schedule is lost, the others are debited and one debit comes back.
 * Answers the number of the first.
 */
async function liveUntilReturn(): Promise<string> {
  const api = await startTestApi({ place, keys: createKeyRing(Buffer.from(MASTER_KEY, 'hex')) })
  const days = moneyDays(api)
  const [lost, returned] = await days.fund(3)
  assert(lost !== undefined && returned !== undefined, 'three loans are funded')
  await api.database.executeSql(setFlags(LOST), [lost.loanNo])
  await days.collect(PAYDAYS[0])
  // The bank's folder and the files are this server's; the node has its own.
  await transmitFiles(days.money)
  const [transaction] = await debitsOf(api, returned)
  assert(transaction !== undefined, 'a debit was sent')
  await days.bankSays('2026-03-17', [{ transaction, code: 'R10' }])
  await api.runJobs()
  await api.close()
  return lost.loanNo
}

/** Starts the node with its clock at this instant. */
async function startAt(instant: string): Promise<void> {
  const [node] = cluster.nodes
  await node?.stop()
  const offsetMs = Date.parse(instant) - Date.now()
  writeFileSync(join(cluster.dataFolderOf(0), 'clock-offset.json'), JSON.stringify({ offsetMs }))
  await node?.start()
}

const openItems = (kind: string) =>
  cluster.rows('select 1 from work_items where kind = $1 and closed_at is null', [kind])

const strandedAndReturned: Scene = {
  alerts: ['DolphinStranded', 'DolphinReturnRateOver', 'DolphinReturnRateNear'],
  async cause() {
    await startAt(DAY_AFTER_RETURN)
    const isFound = async () => (await openItems('strandedLoan')).length > 0
    await until(() => 'the nightly round found no stranded loan', ROUND_LIMIT_MS, isFound)
  },
  mend: () => cluster.rows(setFlags(0), [stranded]),
}

const overdue: Scene = {
  alerts: ['DolphinWorkItemsOverdue'],
  cause: () => startAt(A_WEEK_LATER),
  async mend() {
    await cluster.rows('update work_items set closed_at = now() where closed_at is null')
    await startAt(IN_SUMMER)
  },
}

test('alerts of loans fire by what is stored of them, and are over once that is mended or long ago', {
  timeout: PLAY_LIMIT_MS,
}, async () => {
  const played = await play(prometheus, [strandedAndReturned, overdue])
  process.stdout.write(tableOf(played))
  expect(played.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(CAUSED_BY_LOANS).toSorted())
})
