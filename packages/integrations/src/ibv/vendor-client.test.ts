import { expect, test } from 'vitest'
import type { JsonValue } from './json-value.ts'
import { ProviderFailure } from './provider-failure.ts'
import { impatient, localMx, localPlaid, REPORT_DAY } from './testing/local-vendors.ts'
import { FAULTS } from './testing/vendor-server.ts'
import { VendorClient } from './vendor-client.ts'

const text = (answer: JsonValue) => answer.at('name').text()
const answering = (data: unknown) => () => Promise.resolve({ data })
const failing = (status: number, headers = {}, data: unknown = {}) => ({
  response: { status, headers, data },
})

/** A client whose vendor answers by a list, and what it waited. */
function aClient() {
  const parts = impatient()
  const client = new VendorClient('vendor', parts)
  const read = (...answers: readonly unknown[]) => {
    const left = [...answers]
    return client.read(
      'ask',
      () => {
        const next = left.shift()
        return typeof next === 'object' && next !== null && 'data' in next
          ? Promise.resolve(next)
          : Promise.reject(next)
      },
      text,
    )
  }
  return { ...parts, client, read }
}
const reasonOf = async (ending: Promise<unknown>) => {
  const error = await ending.catch((failure: unknown) => failure)
  return error instanceof ProviderFailure ? error.code : error
}

test('a read is tried three times with growing waits; "Retry-After" is kept to, and not waited for if it is long', async () => {
  const { read, waits } = aClient()
  expect(await read(failing(503), failing(500), { data: { name: 'A' } })).toBe('A')
  expect(waits[0]).toBeGreaterThanOrEqual(200)
  expect(waits[1]).toBeGreaterThan(waits[0] ?? 0)
  expect(await read(failing(429, { 'retry-after': '3' }), { data: { name: 'A' } })).toBe('A')
  expect(waits.at(-1)).toBe(3_000)
  expect(await reasonOf(read(failing(429, { 'retry-after': '60' }), { data: { name: 'A' } }))).toBe(
    'vendor/ask/rateLimited/HTTP_429',
  )
  expect(waits).toHaveLength(3)
})

test('a change is tried once, a refusal never again', async () => {
  const { client, read, waits } = aClient()
  let asked = 0
  const change = client.change(
    'change',
    () => Promise.reject(Object.assign(failing(503), { at: (asked += 1) })),
    text,
  )
  expect(await reasonOf(change)).toBe('vendor/change/serverError/HTTP_503')
  expect(
    await reasonOf(read(failing(400, {}, { error_type: 'ITEM_ERROR', error_code: 'ITEM_LOCKED' }))),
  ).toBe('vendor/ask/refused/ITEM_LOCKED')
  expect({ asked, waits }).toEqual({ asked: 1, waits: [] })
})

test('design/security.md F7: five failures open the circuit, half a minute later one call is let through on trial', async () => {
  const { client, clock } = aClient()
  let asked = 0
  const down = () =>
    reasonOf(
      client.change('ask', () => Promise.reject(Object.assign(failing(500), { at: (asked += 1) })), text),
    )
  for (let failure = 0; failure < 5; failure += 1) {
    expect(client.isAvailable).toBe(true)
    await down()
  }
  expect(client.isAvailable).toBe(false)
  expect(await down()).toBe('vendor/ask/circuitOpen')
  expect(asked).toBe(5)
  clock.advance(30_000)
  expect(await down()).toBe('vendor/ask/serverError/HTTP_500')
  expect(await down()).toBe('vendor/ask/circuitOpen')
  clock.advance(30_000)
  expect(await client.change('ask', answering({ name: 'A' }), text)).toBe('A')
  expect({ asked, isAvailable: client.isAvailable }).toEqual({ asked: 6, isAvailable: true })
})

test('refusals, limits and what cannot be read are of one link: they leave the circuit closed', async () => {
  const { client, read } = aClient()
  const limited = failing(429, { 'retry-after': '60' }, { error_code: 'TRANSACTIONS_SYNC_LIMIT' })
  for (let round = 0; round < 20; round += 1) {
    expect(await reasonOf(read(failing(404)))).toBe('vendor/ask/refused/HTTP_404')
    expect(await reasonOf(read(limited))).toBe('vendor/ask/rateLimited/TRANSACTIONS_SYNC_LIMIT')
    const unreadable = { data: { name: null } }
    expect(await reasonOf(read(unreadable, unreadable, unreadable))).toBe('vendor/ask/malformed')
  }
  expect(client.isAvailable).toBe(true)
})

test.each(FAULTS)(
  'Plaid %s thrice in a row is a failure that names no person; then it works again',
  async (fault) => {
    const { plaid, server, provider } = await localPlaid()
    server.isKind = true
    const { providerSessionId: id } = await provider.createLinkSession({
      requestCode: 'R1',
      portfolioId: 118,
      customerAlias: 'customer-1',
      locale: 'en',
      returnUrl: '/application/token',
      institutionId: undefined,
    })
    plaid.link(id)
    await provider.pollStatus(id)
    plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
    server.spoil(fault, fault, fault)
    const failure = await provider.fetchReport(id, REPORT_DAY).catch((error: unknown) => error)
    // A limit says of one link that it is to wait.
    if (fault === 'rateLimited') expect(failure).toEqual({ ok: false, error: 'notReady' })
    else expect(failure).toBeInstanceOf(ProviderFailure)
    expect(JSON.stringify(Object.entries(failure as object))).not.toMatch(/Ann|000111222333|access-/)
    expect(await provider.fetchReport(id, REPORT_DAY)).toMatchObject({ ok: true })
    await server.stop()
  },
)

test('MX down: after five failures no caller waits for it', async () => {
  const { mx, server, provider } = await localMx()
  server.isKind = true
  const { providerSessionId: id } = await provider.createLinkSession({
    requestCode: 'R1',
    portfolioId: 110,
    customerAlias: 'customer-1',
    locale: 'en',
    returnUrl: '/application/token',
    institutionId: undefined,
  })
  mx.open(id)
  server.isDown = true
  while (provider.isAvailable) await reasonOf(provider.pollStatus(id))
  const asked = server.asked.length
  expect(await reasonOf(provider.pollStatus(id))).toBe('mx/members/circuitOpen')
  expect(server.asked).toHaveLength(asked)
  expect(asked).toBeLessThanOrEqual(1 + 5)
  await server.stop()
})
