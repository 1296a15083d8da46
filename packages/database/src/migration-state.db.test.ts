import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrateDatabase } from './migrate.ts'
import { BuildTooOld, readMigrationState } from './migration-state.ts'

const SHIPPED = fileURLToPath(new URL('./migrations', import.meta.url))

interface Entry {
  readonly idx: number
  readonly when: number
  readonly tag: string
}

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'dolphin-migrations-'))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** The migrations of a later build: those of this one and one more, as it is written. */
function laterBuild(sql: string): { readonly later: string; readonly shipped: number } {
  const later = join(folder, 'later')
  cpSync(SHIPPED, later, { recursive: true })
  const path = join(later, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: Entry[] }
  const last = journal.entries.at(-1)
  if (last === undefined) throw new Error('the build ships migrations')
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'later' }
  writeFileSync(path, JSON.stringify({ ...journal, entries: [...journal.entries, next] }))
  writeFileSync(join(later, 'later.sql'), sql)
  return { later, shipped: journal.entries.length }
}

test('a later build that only adds leaves this one ready (docs/guides/releases.md)', async () => {
  const { later, shipped } = laterBuild('create table later_table (id integer)')
  await migrateDatabase(database, later)
  expect(await readMigrationState(database.db)).toMatchObject({ shipped, missing: 0, isTooOld: false })
  await database.executeSql('revoke all on later_table from dolphin_application')
  await migrateDatabase(database)
  const { rows } = await database.executeSql(
    "select has_table_privilege('dolphin_application', 'later_table', 'delete') as may",
  )
  expect(rows, 'a build gives no rights on a table that it does not know').toEqual([{ may: false }])
})

test('a later build that takes something away makes this one too old: it is not ready and does not start', async () => {
  const { later, shipped } = laterBuild(
    `create or replace function least_migrations() returns integer language sql immutable as 'select 999'`,
  )
  await migrateDatabase(database, later).catch(() => undefined)
  expect(await readMigrationState(database.db)).toMatchObject({ shipped, missing: 0, isTooOld: true })
  await expect(migrateDatabase(database)).rejects.toThrow(BuildTooOld)
})

test('pending migrations are named, with the builds that go on beside them', async () => {
  const { later, shipped } = laterBuild('create table later_table (id integer)')
  const state = await readMigrationState(database.db, later)
  expect(state).toMatchObject({
    shipped: shipped + 1,
    missing: 1,
    pending: [{ name: 'later', stopsOlderBuilds: false }],
  })
})
