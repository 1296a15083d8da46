import { DAY_MS } from '@dolphin/domain/time/durations'
import { signInCall } from '@dolphin/contract/identity-sessions'
import { parseLinkResourceCall, sendForgotPasswordEmailCall } from '@dolphin/contract/identity'
import { ok } from '@dolphin/domain/outcome'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { createCustomer, mailedToken, PASSWORD } from '../testing/customers.ts'
import { SWEEP_JOB } from './sweep.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const TABLES = [
  'sessions',
  'login_codes',
  'trusted_devices',
  'resources',
  'idempotency_keys',
  'rate_limits',
  'behavior_records',
] as const

async function counts(): Promise<Record<string, number>> {
  const entries = []
  for (const table of TABLES) {
    const { rows } = await api.database.executeSql(`select count(*)::integer as count from ${table}`)
    entries.push([table, (rows as { count: number }[])[0]?.count])
  }
  return Object.fromEntries(entries) as Record<string, number>
}

async function sweep() {
  await api.deps.units.write(async (unit) => {
    await api.deps.jobs.send(unit, SWEEP_JOB, {})
    return ok(undefined)
  })
  await api.runJobs()
}

test('every night what has ended goes, in batches, and nothing that still explains or protects (contract.md)', async () => {
  const email = 'sweep@example.com'
  const client = await createCustomer(api, { email })
  await api.client().ask(signInCall, {
    body: { portfolioId: 118, account: email, password: PASSWORD, device: { remember: false } },
  })
  await client.ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
  const token = await mailedToken(api, email)
  await api.database.executeSql(
    `insert into behavior_records (portfolio_id, source, event, payload, at) values (118, 'home', 'page', '{}', $1)`,
    [api.clock.now()],
  )
  const full = await counts()
  for (const table of TABLES) expect(full[table], table).toBeGreaterThan(0)
  await sweep()
  expect(await counts()).toEqual(full)

  api.clock.advance(2 * DAY_MS)
  // More than two batches of the oldest kind of row there is.
  await api.database.executeSql(
    `insert into rate_limits (key, window_ends_at, count)
      select 'flood:' || n, $1, 1 from generate_series(1, 1201) n`,
    [new Date(api.clock.now().getTime() - DAY_MS)],
  )
  await sweep()
  const left = await counts()
  expect(left).toMatchObject({ sessions: 0, login_codes: 0, idempotency_keys: 0, rate_limits: 0 })
  // A link that has ended still says so for a month, and a known device is known for half a year.
  expect(left['resources']).toBe(full['resources'])
  expect(left['trusted_devices']).toBe(full['trusted_devices'])
  // How pages were used is compared over a season, and then forgotten.
  expect(left['behavior_records']).toBe(1)
  expect((await api.client().ask(parseLinkResourceCall, { query: { resource: token } })).fault).toBe(
    'expired',
  )

  api.clock.advance(200 * DAY_MS)
  await sweep()
  expect(await counts()).toMatchObject({ resources: 0, trusted_devices: 0, behavior_records: 0 })
})
