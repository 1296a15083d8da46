import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { originateBatch, originateSameDay } from './originate-batch.ts'
import { transmitFiles } from './transmit-files.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

/** The figure's lines of portfolio 118; resetApi starts on Tuesday 2026-03-03. */
async function windowSeconds(): Promise<number | undefined> {
  const { text } = await api.deps.observability.metrics.scrape()
  const [, value] = /^dolphin_ach_file_window_seconds\{portfolio="118"\} (\S+)$/m.exec(text) ?? []
  return value === undefined ? undefined : Number(value)
}

const at = (instant: string): void => api.clock.set(new Date(instant))

test('an originated file that is not at the bank counts down to its cut-off, and on beyond it, until it is transmitted', async () => {
  await signLoan(api)
  expect(await windowSeconds()).toBeUndefined()
  at('2026-03-03T21:35:00Z')
  await api.deps.units.write((unit) => originateBatch(api.deps, unit, 118, { actor: 'test' }))
  // 16:35 in New York; the cut-off of the batch of 118 is at 17:00
  expect(await windowSeconds()).toBe(25 * 60)
  at('2026-03-03T22:15:00Z')
  expect(await windowSeconds()).toBe(-15 * 60)
  const bank = createBankFolder(dataPaths(api.deps.config.dataDir).bank)
  expect(await transmitFiles({ ...api.deps, bank })).toBe(1)
  expect(await windowSeconds()).toBeUndefined()
})

test('a same-day file counts down to the end of its own window', async () => {
  const data = api.deps.portfolios.byId(118)
  if (data === undefined) throw new Error('no portfolio 118')
  await signLoan(api)
  await api.database.db.execute(sql`update transactions set effective_date = '2026-03-03'`)
  at('2026-03-03T18:30:00Z')
  await originateSameDay(api.deps, data, 'test')
  // 13:30 in New York; a file that settles at 17:00 is with the Federal Reserve by 14:45, at the bank 15 minutes before
  expect(await windowSeconds()).toBe(60 * 60)
})
