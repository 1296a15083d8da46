import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCustomer } from '../testing/customers.ts'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { openTerminal, type TestTerminal } from '../testing/terminal.ts'

let api: TestApi
let terminal: TestTerminal
let databaseUrl: string

beforeAll(async () => {
  api = await startTestApi()
  const { location } = api.database
  if (!('url' in location)) throw new Error('the keys change beside a server on PostgreSQL alone')
  databaseUrl = location.url
  terminal = await openTerminal(api)
  await createCustomer(api, { email: 'keys@example.com' })
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

/** The keys of the tests' server. */
const MASTER_KEY = '01'.repeat(32)

/** Everything up to the end of a key, by what is printed and typed (docs/guides/keys.md). */
test('from a new key to the end of the old one, beside a server that runs (docs/guides/keys.md)', async () => {
  const keys = async (line: string, env: Readonly<Record<string, string>>) =>
    await terminal.ops(['keys', ...line.split(' ')], {
      DATABASE_URL: databaseUrl,
      DATA_DIR: api.deps.config.dataDir,
      PORTFOLIOS_DIR: api.deps.config.portfoliosDir,
      ...env,
    })
  const made = await keys('new', { MASTER_KEY })
  expect(made).toMatchObject({ code: 0 })
  const printed = Object.fromEntries(
    [...made.text.matchAll(/^(\w+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  expect(printed['MASTER_KEY']).toBe(MASTER_KEY)
  const swapped = {
    MASTER_KEY: printed['OTHER_MASTER_KEYS'] ?? '',
    OTHER_MASTER_KEYS: MASTER_KEY,
    LASTING_KEYS: printed['LASTING_KEYS'] ?? '',
  }
  const before = await keys('status', swapped)
  expect(before).toMatchObject({ code: 0 })
  const old = /^([0-9a-f]{8}) +older/m.exec(before.text)?.[1] ?? ''
  expect(before.text).toMatch(/customers\.email/)
  const early = await keys(`retire ${old}`, swapped)
  expect(early).toMatchObject({ code: 1 })
  expect(early.text).toMatch(/\d+ fields are sealed with it/)

  const rotated = await keys('rotate', swapped)
  expect(rotated).toMatchObject({ code: 0 })
  expect(rotated.text).toMatch(/customers\.email: 1 sealed anew/)
  // On the first day nodes of the release before may run: they read what is under the master key alone (docs/decisions/record-keys.md)
  const { rows } = await api.database.executeSql('select email from customers')
  expect(Buffer.from(String(rows[0]?.['email']), 'base64')[0]).toBe(1)
  expect((await keys('rotate', swapped)).text).toMatch(
    /^0 fields are sealed anew, 0 keys of objects wrapped anew\./m,
  )
  expect((await keys(`retire ${old}`, swapped)).text).toMatch(/1 passwords have its pepper/)
  expect(await keys(`retire ${old} --without-passwords`, swapped)).toMatchObject({ code: 0 })

  // Without the new key, status reports an unknown key and nothing is lost.
  const otherCustomer = await keys('status', { MASTER_KEY })
  expect(otherCustomer).toMatchObject({ code: 1 })
  expect(otherCustomer.text).toMatch(/unknown/)
})

test('keys that do not fit together are refused with what to do', async () => {
  const { code, text } = await terminal.ops(['keys', 'status'], { MASTER_KEY, OTHER_MASTER_KEYS: MASTER_KEY })
  expect(code).toBe(1)
  expect(text).toContain('OTHER_MASTER_KEYS goes with LASTING_KEYS')
})
