import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrateDatabase } from '@dolphin/database/migrate'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdminCommandLine } from './command-line.ts'

const SHIPPED = fileURLToPath(new URL('../../../../packages/database/src/migrations', import.meta.url))

let database: TestDatabase
let folder: string
let databaseUrl: string

interface Journal {
  readonly entries: readonly { readonly tag: string }[]
}

/** The migrations of this release without the newest one. */
function releaseBefore(): string {
  cpSync(SHIPPED, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as Journal
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }))
  return folder
}

beforeAll(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'dolphin-migrations-'))
  const { location } = database
  if (!('url' in location)) throw new Error('a schema is upgraded beside servers on PostgreSQL alone')
  databaseUrl = location.url
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

async function schema(command: 'check' | 'migrate') {
  const lines: string[] = []
  const say = (text: string) => void lines.push(text)
  const env = { DOLPHIN_MODE: 'test', DATABASE_URL: databaseUrl, MASTER_KEY: '01'.repeat(32) }
  const code = await runAdminCommandLine(['schema', command], { env, workDir: folder, out: say, error: say })
  return { code, text: lines.join('\n') }
}

test('a whole schema has nothing to do, and migrating it does nothing', async () => {
  expect(await schema('check')).toMatchObject({ code: 0, text: expect.stringContaining('nothing to do') })
  expect((await schema('migrate')).text).toContain('0 migrations applied')
})

test('what is missing is named with what it means for the nodes, then applied', async () => {
  await database.executeSql('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await migrateDatabase(database, releaseBefore())
  const before = await schema('check')
  expect(before).toMatchObject({ code: 0 })
  expect(before.text).toMatch(/^1 of the \d+ migrations of this release are not applied yet:\n {2}00\d\d_\w+/)
  expect(before.text).toContain('Take a backup first')
  expect((await schema('migrate')).text).toMatch(
    /^1 migrations applied; the schema has all \d+\.\n {2}00\d\d_\w+/,
  )
  expect((await schema('check')).text).toContain('nothing to do')
})

test('an empty database has everything to do', async () => {
  await database.executeSql('drop schema public cascade; drop schema drizzle cascade; create schema public')
  expect((await schema('check')).text).toMatch(/^(\d+) of the \1 migrations/)
  expect((await schema('migrate')).code).toBe(0)
})

test('a release older than the schema says so, and changes nothing', async () => {
  await database.executeSql(
    "create or replace function least_migrations() returns integer language sql immutable as 'select 999'",
  )
  expect(await schema('check')).toMatchObject({
    code: 1,
    text: expect.stringContaining('older than the schema'),
  })
  const refused = await schema('migrate')
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('with 999 migrations or more') })
})
