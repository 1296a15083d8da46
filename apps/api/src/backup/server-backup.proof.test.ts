import { type ChildProcess, execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@dolphin/database/driver/open'
import { migrateDatabase } from '@dolphin/database/migrate'
import { sampleRow, withoutRules } from '@dolphin/testkit/sample-row'
import { readTables } from '@dolphin/database/driver/table-catalog'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type LocalPostgres,
  postgresProgram,
  startLocalPostgres,
  stopLocalPostgres,
} from '../testing/local-postgres.ts'
import { prepareRecovery, startReceiver, takeBaseBackup } from '../testing/postgres-backups.ts'

const run = promisify(execFile)
const PROJECT = join(import.meta.dirname, '../../../..')
const ROLES = join(PROJECT, 'deploy/postgresql/roles.sql')
const NAME = /^\d{8}T\d{6}Z$/
/** How long a commit that waits is watched. */
const WATCHED_MS = 1_500

let folder: string
let server: LocalPostgres
let programs: string
/** The administrator, in the lender's database. */
let administrator: Database
const receivers: ChildProcess[] = []

const urlOf = (login: string, name: string): string => {
  const url = new URL(server.url)
  url.username = login
  url.pathname = `/${name}`
  return url.href
}
const program = (name: string) => join(programs, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-backup-'))
  await chmod(folder, 0o755)
  server = await startLocalPostgres(join(folder, 'data'))
  programs = dirname(await postgresProgram(server.url, 'psql'))
  const names = ['-v', 'login=shop', '-v', 'database=shop']
  await run(program('psql'), ['-X', '-d', server.url, ...names, '-f', ROLES])
  const owner = await openDatabase({ url: urlOf('shop', 'shop'), poolSize: 1 })
  await migrateDatabase(owner)
  await owner.close()
  administrator = await openDatabase({ url: urlOf('dolphin', 'shop'), poolSize: 3 })
  const catalog = await readTables(administrator.db)
  const loans = catalog.filter(({ name }) => name === 'loans')
  await administrator.executeSql(withoutRules(loans.map((table) => sampleRow(table, 118, 'mine'))))
})
afterAll(async () => {
  for (const receiver of receivers) receiver.kill('SIGINT')
  await administrator.close()
  await stopLocalPostgres(server)
  await rm(folder, { recursive: true, force: true })
})

const countOf = async (database: Database, table: string): Promise<number> => {
  const { rows } = await database.executeSql(`select count(*)::integer as count from ${table}`)
  return (rows as { count: number }[])[0]?.count ?? 0
}

test('pg_dump by the server’s own login is refused; by the login for backups it has every row, and restores', async () => {
  const dump = (login: string) =>
    run(program('pg_dump'), ['-Fc', '-d', urlOf(login, 'shop'), '-f', join(folder, 'shop.dump')])
  await expect(dump('shop')).rejects.toThrow(/row-level security/)
  await dump('dolphin_backup')
  await administrator.executeSql('create database restored owner shop')
  await run(program('pg_restore'), [
    '--exit-on-error',
    '-d',
    urlOf('dolphin', 'restored'),
    join(folder, 'shop.dump'),
  ])
  const restored = await openDatabase({ url: urlOf('shop', 'restored'), poolSize: 1 })
  await migrateDatabase(restored)
  expect(await countOf(restored, 'loans')).toBe(1)
  await restored.close()
})

const receive = async (name: string): Promise<void> => {
  const receiver = { programs, url: urlOf('dolphin_replication', ''), name }
  receivers.push(await startReceiver({ ...receiver, folder: join(folder, name) }))
}

const streaming = (names: readonly string[]) =>
  vi.waitFor(
    async () => {
      const { rows } = await administrator.executeSql(
        "select application_name as name from pg_stat_replication where state = 'streaming' order by 1",
      )
      expect(rows).toEqual(names.map((name) => ({ name })))
    },
    { timeout: 20_000, interval: 100 },
  )

const commit = (note: string) => administrator.executeSql(`insert into notes values ('${note}')`)

test('receivers first, then the commits that wait for them: as the guide has it, no commit waits (docs/guides/backup.md, PostgreSQL)', async () => {
  await administrator.executeSql('create table notes (note text)')
  for (const name of ['receiver_a', 'receiver_b']) await receive(name)
  await streaming(['receiver_a', 'receiver_b'])
  await administrator.executeSql(
    "alter system set synchronous_standby_names = 'ANY 1 (receiver_a, receiver_b)'",
  )
  await administrator.executeSql('select pg_reload_conf()')
  await commit('both')
  receivers[0]?.kill('SIGINT')
  await streaming(['receiver_b'])
  await commit('one')
  receivers[1]?.kill('SIGINT')
  await streaming([])
  const waiting = commit('none')
  expect(await Promise.race([waiting.then(() => 'committed'), wait(WATCHED_MS, 'waits')])).toBe('waits')
  await receive('receiver_a')
  await waiting
  expect(await countOf(administrator, 'notes')).toBe(3)
})

const baseBackup = async (url = urlOf('dolphin_replication', '')) =>
  await takeBaseBackup({ programs, url, folder: join(folder, 'base') })
const kept = async () => (await readdir(join(folder, 'base'))).toSorted()

test('a base backup is verified and named, backups of more than 35 days go, and a run that fails removes none', async () => {
  for (const name of ['20260101T020000Z', '20990101T020000Z'])
    await mkdir(join(folder, 'base', name), { recursive: true })
  await expect(baseBackup('postgres://dolphin_replication@127.0.0.1:1/')).rejects.toThrow()
  expect(await kept()).toEqual(['20260101T020000Z', '20990101T020000Z'])
  expect(await baseBackup()).toMatch(/base backup .*Z: verified/)
  expect(await kept()).toEqual([expect.stringMatching(NAME), '20990101T020000Z'])
})

test('a base backup and the WAL of a receiver restore what was committed after it', async () => {
  const [name = ''] = await kept()
  await commit('after the backup')
  const before = await countOf(administrator, 'notes')
  const data = join(folder, 'restored')
  const wal = join(folder, 'receiver_a')
  await prepareRecovery({ base: join(folder, 'base', name), wal, data, like: join(folder, 'data') })
  const copy = await startLocalPostgres(data)
  const url = new URL(copy.url)
  url.pathname = '/shop'
  const restored = await openDatabase({ url: url.href, poolSize: 1 })
  expect(await countOf(restored, 'notes')).toBe(before)
  expect(await countOf(restored, 'loans')).toBe(1)
  await restored.close()
  await stopLocalPostgres(copy)
})
