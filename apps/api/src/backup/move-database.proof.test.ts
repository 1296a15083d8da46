import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@dolphin/database/driver/open'
import {
  S3_TEST_BUCKET,
  S3_TEST_CREDENTIALS,
  S3_TEST_REGION,
  startS3TestServer,
} from '@dolphin/integrations/objects/s3-test-server'
import { withoutRules } from '@dolphin/testkit/sample-row'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dataPaths } from '../config/config.ts'
import { createJobRunner } from '../jobs/job-queue.ts'
import { keepLender } from '../testing/lender-fixture.ts'
import { runBackupCommand } from './command-line.ts'
import { filesBelow } from './folder-files.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''
let folder: string
let dataDir: string
let admin: Database
let said = ''
let env: Readonly<Record<string, string>> = {}
let name: string
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-move-'))
  dataDir = join(folder, 'data')
  await keepLender(dataDir)
  admin = await openDatabase({ url: server, poolSize: 1 })
  name = `dolphin_move_${process.pid}`
  await admin.executeSql(`create database ${name}`)
  const address = new URL(server)
  address.pathname = `/${name}`
  url = address.href
})
afterAll(async () => {
  await admin.executeSql(`drop database ${name} with (force)`)
  await admin.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(...argv: string[]): Promise<number> {
  said = ''
  const hear = (text: string): void => void (said += `${text}\n`)
  return await runBackupCommand(argv, {
    env,
    workDir: folder,
    productVersion: '0.1.0',
    now: () => new Date('2026-03-04T15:00:00Z'),
    out: hear,
    error: hear,
  })
}

const move = (from = dataDir) => run('move', '--from', from, '--to', url)

async function onTarget<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url, poolSize: 2 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const counts = `select (select count(*)::integer from ledger_postings) as postings,
  (select count(*)::integer from ledger_entries) as entries, (select count(*)::integer from audit_events) as audit,
  (select string_agg(payload::text || to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), '|' order by id)
    from business_events) as events,
  (select last_value::integer from loan_serial) as serial,
  (select last_value::integer from business_events_id_seq) as events_serial`

async function embeddedCounts(): Promise<unknown[]> {
  const database = await openDatabase({ directory: dataPaths(dataDir).database })
  const { rows } = await database.executeSql(counts)
  await database.close()
  return rows
}

test('a database of somebody else is left as it is', async () => {
  await onTarget((database) => database.executeSql(`create table invoices (id integer)`))
  expect(await move()).toBe(1)
  expect(said).toContain('is not empty: public.invoices')
  await onTarget(async (database) => {
    const { rows } = await database.executeSql(`select to_regclass('loans') as loans`)
    expect(rows).toEqual([{ loans: null }])
    await database.executeSql(`drop table invoices`)
  })
})

test('a folder that a server has open is refused, and the process is named', async () => {
  const running = await openDatabase({ directory: dataPaths(dataDir).database })
  expect(await move()).toBe(1)
  await running.close()
  expect(said).toContain(`is in use by process ${process.pid}`)
})

test('what breaks on the way leaves no row', async () => {
  const broken = join(folder, 'broken')
  await cp(dataDir, broken, { recursive: true })
  const database = await openDatabase({ directory: dataPaths(broken).database })
  // Chains and sums still hold here; only the server's own rule finds the head that promises a third entry.
  await database.executeSql(withoutRules([`update ledger_postings set entry_count = 3 where sequence = 1`]))
  await database.close()
  expect(await move(broken)).toBe(1)
  expect(said).toContain('ledger_entries_as_many_as_booked')
  await onTarget(async (target) => {
    const { rows } = await target.executeSql(`select count(*)::integer as loans from loans`)
    expect(rows).toEqual([{ loans: 0 }])
  })
})

test('every row, number and waiting job of an embedded lender arrives on a server, value by value', async () => {
  expect(await move(), said).toBe(0)
  expect(said).toMatch(/Moved \d+ rows of \d+ tables, jobs among them; counts and digests agree/)
  expect(said).toContain('Whole: 3 ledgers with 6 postings, 3 audit chains, 3 documents')
  await onTarget(async (database) => {
    expect((await database.executeSql(counts)).rows).toEqual(await embeddedCounts())
  })
  expect(await run('check', '--database', url, '--data', dataDir)).toBe(0)
})

test('documents that were copied into a bucket are looked for there (docs/guides/scale.md)', async () => {
  for (const [name, value] of Object.entries(S3_TEST_CREDENTIALS)) vi.stubEnv(name, value)
  const bucket = await startS3TestServer()
  const objects = dataPaths(dataDir).objects
  const copied = await filesBelow(objects)
  for (const path of copied) bucket.objects.set(`lender/${path}`, await readFile(join(objects, path)))
  const place = { OBJECT_STORE: 's3', S3_BUCKET: S3_TEST_BUCKET, S3_PREFIX: 'lender/' }
  env = { ...place, S3_REGION: S3_TEST_REGION, S3_ENDPOINT: bucket.endpoint }
  try {
    expect(await run('check', '--database', url), said).toBe(0)
    expect(said).toContain('3 documents')
    bucket.objects.delete(`lender/${copied[0]}`)
    expect(await run('check', '--database', url)).toBe(1)
    expect(said).toMatch(/document 118\/D.*: its bytes are missing/)
    env = { ...env, S3_BUCKET: 'somebody-elses' }
    expect(await run('check', '--database', url)).toBe(1)
    expect(said).toContain('the object store did not get: NoSuchBucket')
  } finally {
    env = {}
    vi.unstubAllEnvs()
    await bucket.close()
  }
})

test('a target that holds data is left as it is', async () => {
  expect(await move()).toBe(1)
  expect(said).toContain('is not empty: pgboss.job')
})

test('a job that waited runs on the server, at its time and once', async () => {
  await onTarget(async (database) => {
    const ran: unknown[] = []
    const work = (data: unknown): Promise<void> => Promise.resolve(void ran.push(data))
    const jobs = createJobRunner(database, [{ name: 'a-job', run: work }], pino({ level: 'silent' }))
    await jobs.open()
    expect(await jobs.drain(), 'an hour too early').toBe(0)
    await database.executeSql(`update pgboss.job set start_after = now() where name = 'a-job'`)
    expect(await jobs.drain()).toBe(1)
    expect(ran).toEqual([{ loanNo: '118-000001' }])
    await jobs.stop()
  })
})

test('after the move the server refuses to rewrite history, and numbers go on', async () => {
  await onTarget(async (database) => {
    await expect(database.executeSql(`delete from ledger_entries`)).rejects.toMatchObject({ code: 'DL001' })
    const { rows } =
      await database.executeSql(`insert into business_events (portfolio_id, customer_key, event, payload, at)
      values (118, 'guest', 'next', '{}', now()) returning id::integer`)
    expect(rows).toEqual([{ id: 3 }])
  })
})

test('a check of a server finds a posting, documents and a migration that are not there', async () => {
  await onTarget(async (database) => {
    const first = `where sequence = 1 and loan_no = (select min(loan_no) from loans)`
    await database.executeSql(
      withoutRules([`delete from ledger_entries ${first}`, `delete from ledger_postings ${first}`]),
    )
  })
  expect(await run('check', '--database', url, '--data', join(folder, 'nowhere'))).toBe(1)
  expect(said).toMatch(/the chain of loan 118-\d+ is broken/)
  expect(said).toMatch(/document 118\/D.*: its bytes are missing/)
  await onTarget((database) =>
    database.executeSql(
      `delete from drizzle.__drizzle_migrations
        where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
    ),
  )
  expect(await run('check', '--database', url, '--data', dataDir)).toBe(1)
  expect(said).toContain('1 migrations of this release are missing')
})
