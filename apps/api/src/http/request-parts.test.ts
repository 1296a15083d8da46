import { type Call, defineCall } from '@dolphin/contract/call'
import { ok } from '@dolphin/domain/outcome'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../testing/bare-server.ts'
import { keptToPortfolio, namedFields } from './request-parts.ts'
import { publicRoute } from './route.ts'

const base = {
  feature: 'reference-data',
  access: 'public',
  reply: z.strictObject({}),
  refusals: [],
  idempotent: false,
  summary: 'A call for this test',
  source: 'ours',
} as const

const reading = defineCall({ ...base, name: 'reading', method: 'GET', path: '/test/reading', request: {} })
const named = defineCall({
  ...base,
  name: 'named',
  method: 'GET',
  path: '/test/named/{openId}',
  request: { params: z.strictObject({ openId: z.string() }) },
})
const sending = defineCall({
  ...base,
  name: 'sending',
  method: 'POST',
  path: '/test/sending',
  request: {
    body: z.union([
      z.strictObject({ act: z.literal('a'), own: z.string() }),
      z.strictObject({ act: z.literal('b'), inner: z.strictObject({ own: z.string() }) }),
    ]),
  },
})

let app: FastifyInstance
beforeAll(async () => {
  const handled = () => Promise.resolve(ok({}))
  app = await bareServer({
    routes: [publicRoute(reading, handled), publicRoute(named, handled), publicRoute(sending, handled)],
  })
})
afterAll(() => app.close())

async function refusedKeys(request: InjectOptions) {
  const answer = await app.inject({ ...request, headers: { host: 'localhost' } })
  const { data } = answer.json<{ data: { errors?: readonly { elementKey: string }[] } }>()
  return [answer.statusCode, ...(data.errors ?? []).map(({ elementKey }) => elementKey)]
}

describe('a part that a call does not name takes nothing (docs/security.md T5)', () => {
  test.each<[InjectOptions, ...(string | number)[]]>([
    [{ url: '/fssapi/test/reading' }, 200],
    [{ url: '/fssapi/test/reading?openId=x' }, 422, 'openId'],
    [{ url: '/fssapi/test/reading?a=1&b=2' }, 422, 'a', 'b'],
    [{ url: '/fssapi/test/named/1' }, 200],
    [{ url: '/fssapi/test/named/1?openId=2' }, 422, 'openId'],
    [{ url: '/fssapi/test/named/1?openId=1' }, 422, 'openId'],
    [{ url: '/fssapi/test/named/1?open%49d=2' }, 422, 'openId'],
  ])('%o answers %s %s', async (request, ...expected) => {
    expect(await refusedKeys(request)).toEqual(expected)
  })

  test('a name that no shape of a body knows is named, also inside it', async () => {
    const post = (payload: object) => refusedKeys({ method: 'POST', url: '/fssapi/test/sending', payload })
    expect(await post({ act: 'a', own: 'x' })).toEqual([200])
    expect(await post({ act: 'a', own: 'x', openId: 'y' })).toEqual([422, 'openId'])
    expect(await post({ act: 'b', inner: { own: 'x' }, openId: 'y' })).toEqual([422, 'openId'])
  })
})

test('fields are those of each part; one that stands in two is no field of either', () => {
  const parts = { params: { openId: 'a' }, query: { after: 'b' }, body: undefined }
  expect(namedFields(parts)).toEqual({ openId: 'a', after: 'b' })
  expect(() => namedFields({ ...parts, query: { openId: 'b' } })).toThrow('stands in one part')
  expect(() => namedFields({ ...parts, body: { after: 'b' } })).toThrow('stands in one part')
})

test('a request without a portfolio is kept to one in the part that its handler reads', () => {
  const portfolioId = z.int().optional()
  const nothing = { params: {}, query: {}, body: undefined }
  const list: Call = { ...reading, request: { query: z.strictObject({ portfolioId }) } }
  expect(keptToPortfolio(list, nothing, 118)).toEqual({ ...nothing, query: { portfolioId: 118 } })
  const act: Call = { ...sending, request: { body: z.strictObject({ portfolioId, kind: z.string() }) } }
  expect(keptToPortfolio(act, { ...nothing, body: { kind: 'x' } }, 118)).toEqual({
    ...nothing,
    body: { kind: 'x', portfolioId: 118 },
  })
  expect(keptToPortfolio(named, nothing, 118)).toEqual(nothing)
})
