import { expect, test, vi } from 'vitest'
import { createReadiness } from './readiness.ts'

const queue = { job: 'note', due: 0, active: 0, failed: 0, ageSeconds: 0 }

const well = {
  askDatabase: () => Promise.resolve({ rows: [{ read_only: false }] }),
  readMigrations: () => Promise.resolve({ shipped: 17, missing: 0, isTooOld: false }),
  readQueues: () => Promise.resolve([queue]),
}

test('a server whose database and schema are well is ready, and says what it looked at', async () => {
  const report = await createReadiness(well).check()
  expect(report).toEqual({
    ready: true,
    checks: {
      serving: { ok: true },
      database: { ok: true },
      migrations: { ok: true, shipped: 17 },
      queue: { ok: true, due: 0, oldestSeconds: 0 },
    },
  })
})

test('an unreachable database makes the server unready, and the report omits the failure', async () => {
  const askDatabase = () => Promise.reject(new Error('connect ECONNREFUSED postgres://user:secret@db'))
  const report = await createReadiness({ ...well, askDatabase }).check()
  expect(report.ready).toBe(false)
  expect(report.checks.database).toEqual({ ok: false, reason: 'it could not be asked' })
  expect(JSON.stringify(report)).not.toContain('secret')
})

test('a database that takes no writes makes the server unready, and the report says so', async () => {
  const askDatabase = () => Promise.resolve({ rows: [{ read_only: true }] })
  const report = await createReadiness({ ...well, askDatabase }).check()
  expect(report.ready).toBe(false)
  expect(report.checks.database).toEqual({ ok: false, reason: 'the database takes no writes' })
})

test('a database that does not answer is not waited for', async () => {
  vi.useFakeTimers()
  const askDatabase = () => new Promise<never>(() => undefined)
  const asked = createReadiness({ ...well, askDatabase }).check()
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  const report = await asked
  expect(report.checks.database).toEqual({ ok: false, reason: 'no answer in time' })
})

test('a schema older than the build makes it unready', async () => {
  const readMigrations = () => Promise.resolve({ shipped: 17, missing: 2, isTooOld: false })
  const report = await createReadiness({ ...well, readMigrations }).check()
  expect(report.ready).toBe(false)
  expect(report.checks.migrations).toMatchObject({ ok: false, missing: 2 })
})

test('a schema that a newer build has left this one behind on makes it unready', async () => {
  const readMigrations = () => Promise.resolve({ shipped: 17, missing: 0, isTooOld: true })
  const report = await createReadiness({ ...well, readMigrations }).check()
  expect(report.ready).toBe(false)
  expect(report.checks.migrations).toMatchObject({
    ok: false,
    reason: expect.stringContaining('newer build'),
  })
})

test('a late queue is reported and makes no node unready, because all nodes share it', async () => {
  const readQueues = () =>
    Promise.resolve([queue, { ...queue, job: 'send-notices', due: 3, ageSeconds: 901 }])
  const report = await createReadiness({ ...well, readQueues }).check()
  expect(report.ready).toBe(true)
  expect(report.checks.queue).toMatchObject({ ok: false, due: 3, oldestSeconds: 901, late: 'send-notices' })
})

test('a server that drains is never ready again', async () => {
  const readiness = createReadiness(well)
  readiness.drain()
  const report = await readiness.check()
  expect(report.ready).toBe(false)
  expect(report.checks.serving).toEqual({ ok: false, reason: 'this server is being stopped' })
})
