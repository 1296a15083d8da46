import { defineCall } from '@dolphin/contract/call'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { everyEmployee } from '@dolphin/contract/staff-rule'
import { ok } from '@dolphin/domain/outcome'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../testing/bare-server.ts'
import { anEmployee } from '../testing/employee-actor.ts'
import { refuse, type Result } from '../refusal.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'
import { operationsRoute } from './route.ts'

const act = defineCall({
  name: 'longAct',
  method: 'POST',
  path: '/dolphin-ops/test/act',
  feature: 'system',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ what: z.string() }) },
  reply: z.strictObject({ done: z.string() }),
  refusals: ['conflict'],
  idempotent: true,
  summary: 'A call for this test',
  source: 'ours',
})

const KEYS = ['5f0c2f6e-2c9e-4f5e-9a35-0d8b4f0a1c11', '5f0c2f6e-2c9e-4f5e-9a35-0d8b4f0a1c22'] as const
const IN_PROGRESS = RESPONSE_CODES.idempotencyInProgress.code

type Ended = (result: Result<{ done: string }>) => void

let app: FastifyInstance
/** How each act that was begun comes to its end. */
const ends: Ended[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) end(ok({ done: 'at the end' }))
  await app.close()
})

/** A server whose acts come to their end when the test says so, and who is asked to wait for no time at all. */
async function slowServer() {
  const handle = () => new Promise<Result<{ done: string }>>((end) => void ends.push(end))
  app = await bareServer(
    {
      routes: [operationsRoute(act, handle)],
      connectionLimits: { ...CONNECTION_LIMITS, actMs: 1 },
      resolveStaff: (token) => Promise.resolve(ok(anEmployee({ employeeId: token }))),
      writes: {
        readKey: (_call, { headers, body }) =>
          ok({ key: String(headers['idempotency-key']), bodyHash: JSON.stringify(body) }),
        write: () => Promise.reject(new Error('no writes here')),
      },
    },
    { OPERATIONS_HOST: 'desk.localhost' },
  )
  const ask = async ({
    key = KEYS[0],
    what = 'a',
    who = 'ada',
  }: {
    key?: string
    what?: string
    who?: string
  } = {}) => {
    const headers = { host: 'desk.localhost', 'access-token': who, 'idempotency-key': key }
    const answer = await app.inject({
      method: 'POST',
      url: '/fssapi/dolphin-ops/test/act',
      headers,
      payload: { what },
    })
    return answer.json<{ code: number; data: { done?: string; retryAfterSeconds?: number } }>()
  }
  return ask
}

test('an act that takes long answers that it goes on, and under its key what it came to, done once', async () => {
  const ask = await slowServer()
  expect(await ask()).toMatchObject({ code: IN_PROGRESS, data: { retryAfterSeconds: 1 } })
  expect(await ask()).toMatchObject({ code: IN_PROGRESS })
  expect(ends).toHaveLength(1)
  ends[0]?.(ok({ done: 'yes' }))
  expect(await ask()).toMatchObject({ code: 1, data: { done: 'yes' } })
  expect(ends).toHaveLength(1)
})

test('a refusal comes in the same way', async () => {
  const ask = await slowServer()
  expect(await ask()).toMatchObject({ code: IN_PROGRESS })
  ends[0]?.(refuse('conflict'))
  expect(await ask()).toMatchObject({ code: RESPONSE_CODES.conflict.code })
})

test('an act that fails after its caller was told to wait fails for who asks again', async () => {
  const ask = await slowServer()
  expect(await ask()).toMatchObject({ code: IN_PROGRESS })
  ends[0]?.(Promise.reject(new Error('no')) as never)
  expect(await ask()).toMatchObject({ code: RESPONSE_CODES.unexpected.code })
})

test('another key, and another employee with the same one, is another act; another body under it is refused', async () => {
  const ask = await slowServer()
  await ask()
  await ask({ key: KEYS[1] })
  await ask({ who: 'ben' })
  expect(ends).toHaveLength(3)
  expect(await ask({ what: 'b' })).toMatchObject({ code: RESPONSE_CODES.idempotencyKeyReused.code })
  for (const [at, end] of ends.entries()) end(ok({ done: String(at) }))
  expect(await ask({ who: 'ben' })).toMatchObject({ data: { done: '2' } })
  expect(await ask()).toMatchObject({ data: { done: '0' } })
  expect(await ask({ key: KEYS[1] })).toMatchObject({ data: { done: '1' } })
})
