import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { ok } from '@dolphin/domain/outcome'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refuse } from '../http/refusal.ts'
import { createUnitsOfWork } from '../unit-of-work.ts'
import { createJobRunner, type JobData, type JobRunner } from './job-queue.ts'

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

test('a job exists if, and only if, the transaction that sent it commits (architecture.md)', async () => {
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
