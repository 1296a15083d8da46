import { HOUR_MS } from '@dolphin/domain/time/durations'
import { randomUUID } from 'node:crypto'
import { type Call, isOfDesk } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import type { Envelope } from '@dolphin/contract/envelope'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { createIdempotencyRepository } from '@dolphin/database/driver/idempotency-repository'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { codesForOtherCustomer, refusalByAccess } from '../testing/call-coverage/actor-rules.ts'
import { type ActorCell, GENERAL_REFUSALS } from '../testing/call-coverage/call-cells.ts'
import { EXAMPLES } from '../testing/call-coverage/call-examples.ts'
import { doubledNames } from '../testing/call-coverage/doubled-names.ts'
import { type Scene, setScene, STATEMENT } from '../testing/call-coverage/scene.ts'
import type { CallOptions, TestClient } from '../testing/test-client.ts'
import { codeOf } from '../testing/response-code-of.ts'

let api: TestApi
let scene: Scene

beforeAll(async () => {
  api = await startTestApi()
  scene = await setScene(api)
})
afterAll(() => api.close())

/** Signing out ends the sessions that the others need, moving the clock and the batch change what they see. */
const LAST: readonly CallName[] = [
  'declineLoan',
  'runBatch',
  'runSettlement',
  'moveClock',
  'signOut',
  'staffSignOut',
]
const ORDER: readonly CallName[] = [
  ...(Object.keys(CALLS) as CallName[]).filter((name) => !LAST.includes(name)),
  ...LAST,
]

type Input = Readonly<Record<string, Readonly<Record<string, unknown>>>>

async function exampleOf(name: CallName): Promise<Input> {
  const example: unknown = EXAMPLES[name](scene)
  return (await example) as Input
}

async function send(
  client: TestClient,
  name: CallName,
  options: CallOptions = {},
): Promise<Envelope<unknown>> {
  const call: Call = CALLS[name]
  return placed(call, copyOf(client)).call(call, await exampleOf(name), { file: STATEMENT, ...options })
}

/** What a borrower holds, brought to the desk where the call stands there. An employee stays at the desk. */
function placed(call: Call, client: TestClient): TestClient {
  if (!isOfDesk(call) || client.host === scene.employee.host) return client
  const desk = client.atDesk()
  desk.session = client.session
  return desk
}

/** A client with somebody's token, credential and cookie, each of which may be another's. */
function clientWith(token: TestClient, credential: string, portfolioId = 118): TestClient {
  const client = token.host === scene.employee.host ? token.atDesk() : api.client(portfolioId)
  const { accessToken = '' } = token.session ?? {}
  client.session = { accessToken, userCredential: credential }
  for (const [name, value] of token.cookies) client.cookies.set(name, value)
  return client
}

const credentialOf = ({ session }: TestClient): string => session?.userCredential ?? ''

/** Every request starts from the same browser: what one call answers is not what the next one sends. */
const copyOf = (client: TestClient): TestClient =>
  client.session === undefined
    ? emptyLike(client)
    : clientWith(client, credentialOf(client), client.portfolioId)

const emptyLike = (client: TestClient): TestClient =>
  client.host === scene.employee.host ? client.atDesk() : api.client(client.portfolioId)

/** The grant inside the statement changed, the signature kept. */
function promoted(credential: string): string {
  const [head = '', payload = '', signature = ''] = credential.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const forged = Buffer.from(JSON.stringify({ ...claims, gty: 1 })).toString('base64url')
  return [head, forged, signature].join('.')
}

/** Keeps what one of the others learned free of everything that is the owner's. */
function expectNothingOfOwner(answer: Envelope<unknown>): void {
  const text = JSON.stringify(answer.data)
  for (const mark of scene.marks) expect(text).not.toContain(mark)
}

/** What the access rule says of this actor; where it says nothing, what a stranger gets. */
async function expectAsOtherCustomer(name: CallName, actor: ActorCell, client: TestClient): Promise<void> {
  const call: Call = CALLS[name]
  const refusal = refusalByAccess(call, actor)
  const answer = await send(client, name)
  if (refusal !== undefined) return expect(answer.code).toBe(codeOf(refusal))
  const request = JSON.stringify(await exampleOf(name))
  const allowed = codesForOtherCustomer(call, request, scene.marks, scene.resource)
  expect(allowed, `${name} as ${actor}: ${JSON.stringify(answer).slice(0, 500)}`).toContain(answer.code)
  // A link locates whatever it stands for; everything else of the owner stays with the owner.
  if (!request.includes(scene.resource)) expectNothingOfOwner(answer)
}

/** Whom a call is for. */
function admitted(name: CallName): TestClient {
  const { access, ownedWhenSignedIn }: Call = CALLS[name]
  if (access === 'operations') return scene.employee
  return access === 'session' || access === 'customer' || ownedWhenSignedIn ? scene.owner : api.client()
}

/** The example with something in it that no schema knows. */
async function withSurprise(name: CallName): Promise<Input> {
  const { request }: Call = CALLS[name]
  const input = await exampleOf(name)
  const part = request.body === undefined ? 'query' : 'body'
  return { ...input, [part]: { ...input[part], surprise: 'yes' } }
}

/** Spends a key of this client on another body, as an earlier intent would have. */
async function spentKey(name: CallName, client: TestClient): Promise<string> {
  const key = randomUUID()
  const owner =
    client === scene.employee
      ? 'employee:ada-example'
      : client === scene.owner
        ? `customer:118:${scene.owner.openId}`
        : 'anonymous'
  const now = api.clock.now()
  const expiresAt = new Date(now.getTime() + HOUR_MS)
  const rows = createIdempotencyRepository(api.deps.cipher)
  await rows.claim(api.database.db, { owner, key, call: name, bodyHash: 'f'.repeat(64), now, expiresAt })
  return key
}

type Provoke = (name: CallName, client: TestClient) => Promise<Envelope<unknown>>

/** How each general refusal comes about; those about who asks are the matrix's. */
const PROVOKE: Readonly<Partial<Record<ResponseCodeName, Provoke>>> = {
  notFound: (name, client) =>
    send(client, name, {
      headers: { host: 'unknown.example.com', origin: 'http://unknown.example.com' },
    }),
  noIdentity: (name) => send(api.client(), name),
  originNotAllowed: (name, client) => send(client, name, { headers: { origin: 'https://evil.example.com' } }),
  malformedRequest: (name, client) => send(client, name, { rawBody: '{' }),
  unsupportedMediaType: (name, client) =>
    send(client, name, { rawBody: '<a/>', headers: { 'content-type': 'text/xml' } }),
  payloadTooLarge: (name, client) =>
    send(client, name, { rawBody: JSON.stringify({ much: 'x'.repeat(300_000) }) }),
  identityInformationMissing: (name) => send(scene.owner, name, { headers: { 'user-credential': '' } }),
  invalidInput: async (name, client) =>
    placed(CALLS[name], copyOf(client)).call(CALLS[name], await withSurprise(name)),
  idempotencyKeyMissing: (name, client) => send(client, name, { idempotencyKey: null }),
  idempotencyKeyReused: async (name, client) =>
    send(client, name, { idempotencyKey: await spentKey(name, client) }),
}

const GENERAL = Object.entries(PROVOKE).flatMap(([code, provoke]) =>
  ORDER.filter((name) => GENERAL_REFUSALS.some((one) => one.code === code && one.appliesTo(CALLS[name]))).map(
    (name) => [name, code as ResponseCodeName, provoke] as const,
  ),
)

describe('the refusals that every call of an access and an input has', () => {
  test.each(GENERAL)('%s: %s', async (name, code, provoke) => {
    const answer = await provoke(name, admitted(name))
    expect(answer, JSON.stringify(answer).slice(0, 500)).toMatchObject({ code: codeOf(code) })
  })
})

describe.each(ORDER)('%s', (name) => {
  const call: Call = CALLS[name]

  test('a name that stands a second time, in another part, is refused by its name (docs/security.md T5)', async () => {
    const client = admitted(name)
    for (const { name: key, part, input } of doubledNames(call, await exampleOf(name))) {
      const answer = await placed(call, copyOf(client)).call(call, input, { file: STATEMENT })
      expect(answer, `${key} in the ${part}`).toMatchObject({
        code: codeOf('invalidInput'),
        data: { errors: [{ elementKey: key }] },
      })
    }
  })

  test('without a session: the access rule alone decides (design/security.md T5)', async () => {
    await expectAsOtherCustomer(name, 'none', api.client())
    api.shown.actor(name, 'none')
  })

  test('a limited session reaches its own application, and no step that needs a sign-in (domain.md §3)', async () => {
    await expectAsOtherCustomer(name, 'limited', scene.limitedOtherCustomer)
    if (call.access === 'session' && call.refusals.includes('signInRequiredForStep')) {
      expect((await send(scene.limitedOwner, name)).code).toBe(codeOf('signInRequiredForStep'))
    } else if (call.access === 'session' && call.method === 'GET') {
      expect((await send(scene.limitedOwner, name)).code).toBe(1)
    }
    api.shown.actor(name, 'limited')
  })
  test('another customer gets nothing of the owner’s (design/security.md T5)', async () => {
    await expectAsOtherCustomer(name, 'otherCustomer', scene.otherCustomer)
    api.shown.actor(name, 'otherCustomer')
  })
  test('a customer of another portfolio gets nothing, and a session does not travel (design/security.md T6)', async () => {
    await expectAsOtherCustomer(name, 'otherPortfolio', scene.otherPortfolio)
    const traveling = await send(clientWith(scene.owner, credentialOf(scene.owner), 110), name)
    if (refusalByAccess(call, 'forged') === 'credentialInvalid')
      expect(traveling.code).toBe(codeOf('credentialInvalid'))
    api.shown.actor(name, 'otherPortfolio')
  })

  test('an ended session is refused as outdated, or ignored where a call needs no session', async () => {
    await expectAsOtherCustomer(name, 'expired', scene.expired)
    api.shown.actor(name, 'expired')
  })

  test('a forged credential opens nothing: another’s, or one with another grant (design/security.md T8)', async () => {
    await expectAsOtherCustomer(name, 'forged', clientWith(scene.owner, credentialOf(scene.otherCustomer)))
    await expectAsOtherCustomer(name, 'forged', clientWith(scene.owner, promoted(credentialOf(scene.owner))))
    api.shown.actor(name, 'forged')
  })

  test('an employee works at the desk and nowhere else (design/security.md T7)', async () => {
    const refusal = refusalByAccess(call, 'employee')
    const { code } = await send(scene.employee, name)
    if (refusal !== undefined) expect(code).toBe(codeOf(refusal))
    else expect([1, codeOf('invalidInput'), ...call.refusals.map(codeOf)]).toContain(code)
    api.shown.actor(name, 'employee')
  })
})
