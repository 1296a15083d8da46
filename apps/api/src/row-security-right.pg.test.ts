import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@dolphin/database/driver/open'
import { withRowSecurity } from '@dolphin/database/driver/row-security'
import { migrateDatabase } from '@dolphin/database/migrate'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from './config/config.ts'
import { requireRowSecurity } from './row-security-right.ts'
import {
  type LocalPostgres,
  postgresProgram,
  startLocalPostgres,
  stopLocalPostgres,
} from './testing/local-postgres.ts'

const ROLES = join(import.meta.dirname, '../../../deploy/postgresql/roles.sql')
const run = promisify(execFile)

let folder: string
let server: LocalPostgres
/** The administrator of the server; every other login is an ordinary one. */
let administrator: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-roles-'))
  await chmod(folder, 0o755)
  server = await startLocalPostgres(join(folder, 'data'))
  administrator = await openDatabase({ url: server.url, poolSize: 1 })
})
afterAll(async () => {
  await administrator.close()
  await stopLocalPostgres(server)
  await rm(folder, { recursive: true, force: true })
})

const urlOf = (login: string, name: string): string => {
  const url = new URL(server.url)
  url.username = login
  url.pathname = `/${name}`
  return url.href
}

const warnings: unknown[] = []
const log = { warn: (...line: unknown[]) => void warnings.push(line) } as never
const start = (database: Database, mode: 'development' | 'production' = 'production') =>
  requireRowSecurity({ config: { mode }, database, log })

/** The statements that the refusal names. */
async function namedStatements(database: Database): Promise<readonly string[]> {
  const refusal: unknown = await start(database).catch((error: unknown) => error)
  if (!(refusal instanceof ConfigError)) throw new Error('production starts without row-level security')
  expect(refusal.message).toContain('deploy/postgresql/roles.sql')
  return refusal.message
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
}

/** What each of the roles may do with each table, with a column of it, and with each sequence. */
const RIGHTS = sql`
  select r.rolname, c.relname, p.privilege,
    case when c.relkind = 'S' then has_sequence_privilege(r.oid, c.oid, 'usage')
      else has_table_privilege(r.oid, c.oid, p.privilege) end as may,
    c.relkind <> 'S' and p.privilege = 'update' and has_any_column_privilege(r.oid, c.oid, 'update') as may_change
  from pg_roles r cross join pg_class c
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p(privilege)
  where r.rolname in ('dolphin_application', 'dolphin_borrower') and c.relkind in ('r', 'p', 'S')
    and c.relnamespace = 'public'::regnamespace
  order by 1, 2, 3`

const LOAN_COUNT = sql`select count(*)::integer as seen from loans`
const seenBy = async (database: Database): Promise<unknown> =>
  (await withRowSecurity({ portfolioId: 118, openId: 'one' }, () => database.db.execute(LOAN_COUNT))).rows

describe('a login without the right to make roles (docs/decisions/row-security.md)', () => {
  let database: Database
  beforeAll(async () => {
    await administrator.executeSql('create role lender login')
    await administrator.executeSql('create database lender owner lender')
    database = await openDatabase({ url: urlOf('lender', 'lender'), poolSize: 2 })
    await migrateDatabase(database)
  })
  afterAll(() => database.close())

  test('production refuses to start and names the statements; development and test warn', async () => {
    expect(await namedStatements(database)).toEqual([
      'create role dolphin_borrower nologin;',
      'grant dolphin_borrower to "lender";',
    ])
    expect(await start(database, 'development')).toBe(false)
    expect(warnings).toEqual([[expect.anything(), expect.stringContaining('row security is off')]])
  })

  test('with the statements run, the next start gives the rights and row-level security is on', async () => {
    for (const statement of await namedStatements(database)) await administrator.executeSql(statement)
    await expect(start(database)).rejects.toThrow(ConfigError)
    await migrateDatabase(database)
    expect(await start(database)).toBe(true)
    expect(await seenBy(database)).toEqual([{ seen: 0 }])
  })

  test('the rights are those that a superuser’s migrations give, and each start makes sure of them', async () => {
    await administrator.executeSql('create role dolphin_application nologin')
    await administrator.executeSql('create database reference')
    const reference = await openDatabase({ url: urlOf('dolphin', 'reference'), poolSize: 1 })
    await migrateDatabase(reference)
    const { rows: wanted } = await reference.db.execute(RIGHTS)
    await reference.close()
    await migrateDatabase(database)
    expect((await database.db.execute(RIGHTS)).rows).toEqual(wanted)
    await database.executeSql(
      'revoke all on loans, ledger_entries from dolphin_borrower, dolphin_application',
    )
    await database.executeSql('grant select on approvals to dolphin_borrower')
    await migrateDatabase(database)
    expect((await database.db.execute(RIGHTS)).rows).toEqual(wanted)
  })
})

test('tables of another owner: five statements, and with them the server starts', async () => {
  await administrator.executeSql('create role keeper login')
  await administrator.executeSql('create role worker login')
  await administrator.executeSql('create database kept owner keeper')
  const keeper = await openDatabase({ url: urlOf('keeper', 'kept'), poolSize: 1 })
  await migrateDatabase(keeper)
  await keeper.executeSql('revoke all on all tables in schema public from dolphin_borrower')
  await keeper.close()
  const worker = await openDatabase({ url: urlOf('worker', 'kept'), poolSize: 1 })
  const statements = await namedStatements(worker)
  expect(statements.length).toBeLessThanOrEqual(5)
  const inside = await openDatabase({ url: urlOf('dolphin', 'kept'), poolSize: 1 })
  for (const statement of statements) await inside.executeSql(statement)
  expect(await start(worker)).toBe(true)
  const { rows } = await inside.executeSql(
    "select has_table_privilege('dolphin_borrower', 'employees', 'select') as may",
  )
  expect(rows).toEqual([{ may: false }])
  await inside.close()
  await worker.close()
})

describe('deploy/postgresql/roles.sql', () => {
  const psql = async (login: string, name: string, ...args: readonly string[]) =>
    await run(await postgresProgram(server.url, 'psql'), ['-X', '-d', urlOf(login, name), ...args])

  test('may run twice; the login that it makes migrates, and production starts', async () => {
    for (let times = 0; times < 2; times += 1)
      await psql('dolphin', 'postgres', '-v', 'login=shop', '-v', 'database=shop', '-f', ROLES)
    const database = await openDatabase({ url: urlOf('shop', 'shop'), poolSize: 2 })
    await migrateDatabase(database)
    expect(await start(database)).toBe(true)
    expect(await seenBy(database)).toEqual([{ seen: 0 }])
    await database.close()
    const { stdout } = await psql('shop', 'shop', '-At', '-c', 'show statement_timeout')
    expect(stdout.trim()).toBe('15min')
  })

  test('its login for backups writes nothing, and is none for streaming; its login for that is', async () => {
    const { stdout } = await psql(
      'dolphin',
      'postgres',
      '-At',
      '-c',
      "select rolname, rolbypassrls, rolreplication, rolsuper from pg_roles where rolname ~ '^dolphin_(backup|rep)' order by 1",
    )
    expect(stdout.trim().split('\n')).toEqual(['dolphin_backup|t|f|f', 'dolphin_replication|f|t|f'])
    await expect(psql('dolphin_backup', 'shop', '-c', 'delete from loans')).rejects.toThrow(
      /read-only|denied/,
    )
  })
})
