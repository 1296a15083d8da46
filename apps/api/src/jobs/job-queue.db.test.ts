import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { DatabaseFailure } from '@dolphin/database/driver/database-failure'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { ok } from '@dolphin/domain/outcome'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refuse } from '../refusal.ts'
import { createUnitsOfWork, type UnitOfWork } from '../unit-of-work.ts'
import type { JobData } from '../ports/job-queue.ts'
import { createJobRunner, type JobRunner } from './job-queue.ts'

let database: TestDatabase
let jobs: JobRunner
const ran: JobData[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  const definition = { name: 'note', run: (data: JobData) => Promise.resolve(void ran.push(data)) }
  jobs = createJobRunner(database, [definition], pino({ level: 'silent' }))
  await jobs.open()
})

afterAll(async () => {
  await jobs.stop()
  await database.close()
})

test('a job exists if, and only if, the transaction that sent it commits (design/architecture.md)', async () => {
  const units = createUnitsOfWork(database, new FakeClock())
  await units.write(async (unit) => {
    await jobs.send(unit, 'note', { id: 'kept' })
    return ok(undefined)
  })
  await units.write(async (unit) => {
    await jobs.send(unit, 'note', { id: 'gone' })
    return refuse('conflict')
  })
  expect(await jobs.drain()).toBe(1)
  expect(ran).toEqual([{ id: 'kept' }])
})

test('the long text that sends a job is read and planned once a session', async () => {
  const prepared = await createUnitsOfWork(database, new FakeClock()).write(async (unit) => {
    await jobs.send(unit, 'note', { id: 'planned' })
    const { rows } = await unit.tx.execute(sql`
      select name from pg_prepared_statements where statement ~ '^\\s*INSERT INTO pgboss[.]job'`)
    return ok(rows.length)
  })
  expect(prepared).toEqual(ok(1))
  expect(await jobs.drain()).toBe(1)
})

test('a second send with the same key joins the first that still waits', async () => {
  const units = createUnitsOfWork(database, new FakeClock())
  for (const id of ['a', 'b']) {
    await units.write(async (unit) => {
      await jobs.send(unit, 'note', { id }, { key: 'one' })
      return ok(undefined)
    })
  }
  expect(await jobs.drain()).toBe(1)
})

test('who joins a job that begins before their commit has it run again, for it saw nothing of theirs', async () => {
  const units = createUnitsOfWork(database, new FakeClock())
  const send = (unit: UnitOfWork) => jobs.send(unit, 'note', {}, { key: 'due' })
  await units.write(async (unit) => ok(await send(unit)))
  const { promise: sent, resolve: begin } = Promise.withResolvers<void>()
  const begun = sent.then(() => jobs.drain())
  await units.write(async (unit) => {
    await send(unit)
    begin()
    // The embedded database has one transaction at a time: there the job begins after it.
    await Promise.race([begun, wait(200)])
    return ok(undefined)
  })
  expect((await begun) + (await jobs.drain())).toBe(database.engine === 'embedded' ? 1 : 2)
})

test('a job that is sent twice by one transaction is one', async () => {
  const units = createUnitsOfWork(database, new FakeClock())
  await units.write(async (unit) => {
    for (let times = 0; times < 2; times += 1) await jobs.send(unit, 'note', {}, { key: 'due' })
    return ok(undefined)
  })
  expect(await jobs.drain()).toBe(1)
})

test('a nudge queues one job once its transaction is committed, however often it is asked for, and none else', async () => {
  const units = createUnitsOfWork(database, new FakeClock())
  const nudgeTwice = (unit: UnitOfWork) => {
    for (let times = 0; times < 2; times += 1) jobs.nudge(unit, 'note')
  }
  await units.write((unit) => {
    nudgeTwice(unit)
    return Promise.resolve(refuse('conflict'))
  })
  expect(await jobs.drain()).toBe(0)
  for (let transactions = 0; transactions < 2; transactions += 1) {
    await units.write((unit) => Promise.resolve(ok(nudgeTwice(unit))))
  }
  expect(await jobs.drain()).toBe(1)
})

test('a nudge that the queue does not take fails no transaction: it is logged, and polled later', async () => {
  const lines: string[] = []
  const fail = () => Promise.reject(new Error('no queue'))
  const broken = { ...database, executeSql: fail, executeNamed: fail }
  const log = pino({}, { write: (line) => void lines.push(line) })
  const note = { name: 'note', run: () => Promise.resolve() }
  const deaf = createJobRunner(broken, [note], log)
  const units = createUnitsOfWork(database, new FakeClock())
  const answer = await units.write((unit) => Promise.resolve(ok(deaf.nudge(unit, 'note'))))
  expect(answer.ok).toBe(true)
  expect(lines.join()).toContain('a job was not asked for after a commit')
})

const MANY = 30

test('what waits is worked off one after the other, without a pause for each', async () => {
  const units = createUnitsOfWork(database, new FakeClock())
  ran.length = 0
  await units.write(async (unit) => {
    for (let id = 0; id < MANY; id += 1) await jobs.send(unit, 'note', { id })
    return ok(undefined)
  })
  await jobs.startWorkers()
  // With a look for each, every two seconds, these would take a minute.
  await vi.waitFor(() => expect(ran).toHaveLength(MANY), { timeout: 30_000, interval: 100 })
}, 40_000)

test('a run that fails is in the log with its job and code, and is run again', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  let tries = 0
  const run = () => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('no way')) : Promise.resolve()
  }
  const failing = createJobRunner(database, [{ name: 'fails-once', run }], log)
  await failing.open()
  await failing.startWorkers()
  const units = createUnitsOfWork(database, new FakeClock())
  await units.write(async (unit) => {
    await failing.send(unit, 'fails-once', {})
    return ok(undefined)
  })
  await vi.waitFor(() => expect(tries).toBe(2), { timeout: 30_000, interval: 100 })
  await failing.rest()
  expect(
    lines.filter((line) => line.includes('"job":"fails-once"') && line.includes('a job failed')),
  ).toHaveLength(1)
  expect(lines.join()).not.toContain('no way')
}, 40_000)

test('a failure of the queue itself is in the log with its class, code and job, and without its words', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const away = { now: false }
  const unlessAway = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (away.now) throw new DatabaseFailure({ code: '57P01', table: 'hunter2' })
    return await ask()
  }
  const unsteady: TestDatabase = {
    ...database,
    executeSql: (...asked) => unlessAway(() => database.executeSql(...asked)),
    executeNamed: (...asked) => unlessAway(() => database.executeNamed(...asked)),
  }
  const runner = createJobRunner(unsteady, [{ name: 'unsteady', run: () => Promise.resolve() }], log)
  await runner.open()
  await runner.startWorkers()
  away.now = true
  const told = () => lines.find((line) => line.includes('the job queue met a failure'))
  await vi.waitFor(() => expect(told()).toBeDefined(), { timeout: 30_000, interval: 100 })
  away.now = false
  await runner.rest()
  expect(JSON.parse(told() ?? '')).toMatchObject({
    job: 'unsteady',
    failure: {
      kind: 'DatabaseFailure',
      errorCode: '57P01',
      frames: expect.arrayContaining([expect.stringMatching(/^at /)]),
    },
  })
  expect(lines.join()).not.toContain('hunter2')
}, 40_000)
