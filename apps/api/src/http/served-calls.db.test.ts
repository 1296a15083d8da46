import type { Call } from '@dolphin/contract/call'
import { ALL_CALLS, type CallName, CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { EXAMPLES } from '../testing/call-coverage/call-examples.ts'
import { type Scene, setScene } from '../testing/call-coverage/scene.ts'
import type { TestClient } from '../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

test('every call of the contract is served', () => {
  for (const call of ALL_CALLS) {
    const url = `/fssapi${call.path.replace(/\{(\w+)\}/g, ':$1')}`
    expect(api.app.hasRoute({ method: call.method, url }), `${call.method} ${url}`).toBe(true)
  }
})

test('the OpenAPI document at /docs names every call of the contract, and nothing else below the gateway', async () => {
  const { paths } = (await api.app.inject({ url: '/docs/json', headers: { host: 'localhost' } })).json<{
    paths: Record<string, Record<string, { operationId: string }>>
  }>()
  const named = Object.entries(paths)
    .filter(([path]) => path.startsWith('/fssapi/'))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId))
  expect(named.toSorted()).toEqual(ALL_CALLS.map(({ name }) => name).toSorted())
})

test('reading changes nothing: the database is the same after every GET (design/security.md D12)', async () => {
  const tables = await tableDigest()
  for (const call of ALL_CALLS.filter(({ method }) => method === 'GET')) {
    const url = `/fssapi${call.path.replace(/\{\w+\}/g, 'x')}`
    const answer = await api.app.inject({
      method: 'GET',
      url: `${url}?resource=x&portfolioId=118`,
      headers: { host: 'localhost' },
    })
    expect(answer.json()).toHaveProperty('code')
  }
  for (const url of ['/healthz', '/readyz', '/dev/mailbox', '/dev/mailbox.json', '/sign-in']) {
    await api.app.inject({ method: 'GET', url, headers: { host: 'localhost' } })
  }
  expect(await tableDigest()).toEqual(tables)
})

type Input = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** To whom a call answers. */
function readerOf({ access, ownedWhenSignedIn }: Call, scene: Scene): TestClient {
  if (access === 'operations') return scene.employee
  return access === 'session' || access === 'customer' || ownedWhenSignedIn ? scene.owner : api.client()
}

test('reading that is answered changes nothing but when a session was last seen, how often was guessed, and who read a customer’s file or saved a list (design/security.md D12)', async () => {
  const scene = await setScene(api)
  const reads = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].method === 'GET')
  const examples: [CallName, Input][] = []
  for (const name of reads) {
    const example: unknown = EXAMPLES[name](scene)
    examples.push([name, (await example) as Input])
  }
  await api.runJobs()
  const tables = await tableDigest()
  let answered = 0
  for (const [name, input] of examples) {
    const call: Call = CALLS[name]
    if ((await readerOf(call, scene).call(call, input)).code === 1) answered += 1
  }
  expect(answered).toBeGreaterThan(reads.length / 2)
  expect(await tableDigest()).toEqual(tables)
})

/** Every table of ours with a digest of its rows. */
async function tableDigest(): Promise<Record<string, unknown>> {
  const { rows } = await api.database.executeSql(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits'`,
  )
  const digests: Record<string, unknown> = {}
  for (const { table_name: table } of rows as { table_name: string }[]) {
    const found = await api.database.executeSql(
      `select md5(coalesce(string_agg(row, '|' order by row), '')) as digest
        from (select (to_jsonb(t) - 'last_seen_at')::text as row from "${table}" t
          where coalesce(to_jsonb(t) ->> 'action', '') not in ('customerFileRead', 'listExported')) as rows`,
    )
    digests[table] = (found.rows as { digest: string }[])[0]?.digest
  }
  return digests
}

test('the path of a signing session before its rename leads to the same call', async () => {
  const send = (noun: string) =>
    api.app.inject({
      method: 'POST',
      url: `/fssapi/dolphin-loan/online/${noun}/unknown/decline`,
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: '{}',
    })
  const [earlier, present] = [await send('ceremony'), await send('signing')]
  expect(earlier.statusCode).toBe(present.statusCode)
  expect(earlier.json<{ code: number }>().code).toBe(present.json<{ code: number }>().code)
  expect(present.statusCode).not.toBe(404)
})
