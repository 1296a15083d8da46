import { ok } from '@dolphin/domain/outcome'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUnitsOfWork } from '../unit-of-work.ts'
import { createJobRunner, type JobRunner } from './job-queue.ts'

let database: TestDatabase
let jobs: JobRunner
beforeAll(async () => {
  database = await openTestDatabase()
  const note = { name: 'note', run: () => Promise.resolve() }
  jobs = createJobRunner(database, [note], pino({ level: 'silent' }))
  await jobs.open()
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

test('a transaction that nudges a job waits for no other that does', async () => {
  const units = createUnitsOfWork(database, new FakeClock())
  const { promise: nudged, resolve: begin } = Promise.withResolvers<void>()
  const other = nudged.then(() => units.write((unit) => Promise.resolve(ok(jobs.nudge(unit, 'note')))))
  await units.write(async (unit) => {
    jobs.nudge(unit, 'note')
    begin()
    return await other
  })
  expect(await jobs.drain()).toBe(1)
})
