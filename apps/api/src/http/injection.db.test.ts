import type { Call } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import type { Envelope } from '@dolphin/contract/envelope'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { EXAMPLES } from '../testing/call-coverage/call-examples.ts'
import { type Scene, setScene, STATEMENT } from '../testing/call-coverage/scene.ts'
import { isObject, type JsonObject, placesIn, valueAt, withValue } from '../testing/odd-input/json.ts'
import type { CallOptions, TestClient } from '../testing/test-client.ts'

let api: TestApi
let scene: Scene

beforeAll(async () => {
  api = await startTestApi()
  scene = await setScene(api)
  await api.database.executeSql('create sequence injected')
  await api.database.executeSql('grant usage on sequence injected to public')
})
afterAll(() => api.close())

/**
 * Statements in the places where texts go. Each would draw a number from a sequence that nothing else draws from: one
 * that was ever run leaves its trace, whatever was answered and also where its transaction was rolled back.
 */
const STATEMENTS: readonly ((value: string) => string)[] = [
  (value) => `${value}'||nextval('injected')||'`,
  (value) => `${value}' or nextval('injected') > 0 --`,
  (value) => `${value}') union all select nextval('injected')::text --`,
  (value) => `${value}'; select nextval('injected'); --`,
  (value) => `${value}\\'; select nextval(\\'injected\\'); --`,
  (value) => `${value}"; select nextval('injected'); --`,
  () => "nextval('injected')",
  () => "0 or nextval('injected') > 0",
]
const KEY = `note" = nextval('injected')::text, "note`
const HEADERS = [
  'user-agent',
  'accept-language',
  'x-forwarded-for',
  'x-request-id',
  'referer',
  'if-none-match',
]

/** They end the sessions of others, or what the others ask about. */
const LAST: readonly CallName[] = ['declineLoan', 'runBatch', 'runSettlement', 'moveClock', 'signOut']
const ORDER: readonly CallName[] = [
  ...(Object.keys(CALLS) as CallName[]).filter((name) => !LAST.includes(name)),
  ...LAST,
]

/** Said by schemas, before anything is looked up. */
const TURNED_AWAY: readonly number[] = [
  RESPONSE_CODES.invalidInput.code,
  RESPONSE_CODES.malformedRequest.code,
]
/** Requests whose statement went further than that. */
let reached = 0

async function wasRun(): Promise<boolean> {
  const { rows } = await api.database.executeSql('select is_called from injected')
  return (rows as { readonly is_called: boolean }[])[0]?.is_called ?? true
}

/** Whom a call is for, at a browser of their own. */
function senderOf({ access, ownedWhenSignedIn }: Call): TestClient {
  const isBorrowers = access === 'session' || access === 'customer' || ownedWhenSignedIn === true
  const person = access === 'operations' ? scene.employee : isBorrowers ? scene.owner : undefined
  const browser = api.client(118)
  browser.session = person?.session
  for (const [name, value] of person?.cookies ?? []) browser.cookies.set(name, value)
  return browser
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The example with a statement in each of its places in turn, and in a key of each of its objects. */
function withStatements(example: JsonObject): readonly JsonObject[] {
  const places = placesIn(example).filter((path) => path.length > 1)
  const values = places
    .filter((path) => !isObject(valueAt(example, path)) && !Array.isArray(valueAt(example, path)))
    .flatMap((path) =>
      STATEMENTS.map((make) => withValue(example, path, make(asText(valueAt(example, path))))),
    )
  const objects = [['body'], ...places].filter((path) => isObject(valueAt(example, path)))
  const keys = objects.map((path) => withValue(example, [...path, KEY], 'a'))
  return [...values, ...keys].filter(isObject)
}

test.each(ORDER)('design/security.md T15: no statement in a request of %s is run', async (name) => {
  const call: Call = CALLS[name]
  const made: unknown = EXAMPLES[name](scene)
  const example = JSON.parse(JSON.stringify(await made)) as JsonObject
  const send = (input: JsonObject, options: CallOptions = {}): Promise<Envelope<unknown>> =>
    senderOf(call).call(call, input, { file: STATEMENT, ...options })
  for (const input of withStatements(example)) {
    const { status, code } = await send(input)
    expect(status, JSON.stringify(input)).toBeLessThan(500)
    if (!TURNED_AWAY.includes(code)) reached += 1
  }
  const text = STATEMENTS[0]?.('en') ?? ''
  const headers = Object.fromEntries(HEADERS.map((header) => [header, text]))
  const file = { ...STATEMENT, name: `${STATEMENTS[1]?.('statement')}.csv` }
  expect((await send(example, { headers, file })).status).toBeLessThan(500)
  if (call.idempotent) expect((await send(example, { idempotencyKey: text })).status).toBeLessThan(500)
  expect(await wasRun()).toBe(false)
})

test('T15: statements went beyond the schemas, to where they are looked up or kept', () => {
  expect(reached).toBeGreaterThan(300)
})

test('T15: a token, a credential and a host that hold a statement are looked up as they are', async () => {
  const call = CALLS.getPersonalInfo
  for (const make of STATEMENTS) {
    for (const header of ['access-token', 'user-credential', 'host', 'cookie']) {
      const { status } = await senderOf(call).call(call, {}, { headers: { [header]: make('x') } })
      expect(status).toBeLessThan(500)
    }
  }
  expect(await wasRun()).toBe(false)
})

test('a statement that is run is noticed, also after a rollback: the sequence keeps what was drawn', async () => {
  const failing = api.database.transaction(async (tx) => {
    await tx.execute("select nextval('injected')")
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow()
  expect(await wasRun()).toBe(true)
})
