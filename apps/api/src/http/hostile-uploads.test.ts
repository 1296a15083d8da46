import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { setTimeout as wait } from 'node:timers/promises'
import { defineCall } from '@dolphin/contract/call'
import { ok } from '@dolphin/domain/outcome'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { buildStatementWorker } from '@dolphin/integrations/statement/build-statement-worker'
import { HOSTILE_FILES, type HostileFile } from '@dolphin/integrations/statement/hostile-files'
import { SAMPLE_CSV } from '@dolphin/integrations/statement/sample-statements'
import {
  createStatementService,
  type StatementService,
} from '@dolphin/integrations/statement/statement-service'
import { effort } from '@dolphin/testkit/effort'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../testing/bare-server.ts'
import { sessionRoute } from './route.ts'
import { UPLOAD_LIMITS } from './upload-places.ts'

const { hostile: HOSTILE, honest: HONEST } = effort({
  usual: { hostile: 38, honest: 4 },
  full: { hostile: 1_000, honest: 20 },
})
/** From whom the hostile files come: a few networks, each with many sessions. */
const NETWORKS = 5
const TIME_OUT_MS = 20 * MINUTE_MS

const base = {
  method: 'POST',
  feature: 'verification',
  access: 'session',
  requestType: 'multipart',
  request: { body: z.strictObject({}) },
  reply: z.strictObject({ verdict: z.string() }),
  refusals: [],
  idempotent: false,
  summary: 'A call for this test',
  source: 'ours',
} as const
const uploadCall = defineCall({ ...base, name: 'upload', path: '/test/upload' })
const heldCall = defineCall({ ...base, name: 'held', path: '/test/held' })

let statements: StatementService
let app: FastifyInstance
/** Files that are held at once, and the most that ever were. */
const held = { now: 0, most: 0 }
/** Ends the calls that are held, each by its sender. */
const ends = new Map<string, () => void>()
let isHolding = false

beforeAll(async () => {
  statements = createStatementService({ workerPath: await buildStatementWorker() })
  app = await bareServer(
    {
      resolveActor: ({ accessToken: name = '' }) =>
        Promise.resolve(
          ok({ kind: 'limited', sessionId: name, tokenHash: name, portfolioId: 110, applicationNo: name }),
        ),
      routes: [
        sessionRoute(uploadCall, async ({ upload: file }) => {
          held.now += 1
          held.most = Math.max(held.most, held.now)
          const { fileName = '', bytes = new Uint8Array(), gone } = file ?? {}
          const types = ['csv', 'png', 'pdf'] as const
          const { verdict } = await statements.inspect(
            { fileName, bytes, types, today: localDate(2026, 3, 2) },
            gone,
          )
          held.now -= 1
          return ok({ verdict })
        }),
        sessionRoute(heldCall, async ({ actor: { sessionId } }) => {
          if (isHolding) await new Promise<void>((end) => ends.set(sessionId, end))
          return ok({ verdict: 'held' })
        }),
      ],
    },
    { RATE_LIMIT_PER_MINUTE: '1000000' },
  )
}, 60_000)
afterAll(async () => {
  await app.close()
  await statements.close()
})

/** Also those that a failed test left. */
afterEach(() => {
  isHolding = false
  for (const end of ends.values()) end()
  ends.clear()
})

async function send({ fileName, bytes }: HostileFile, session: string, address: string) {
  const boundary = 'test-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const reply = await app.inject({
    method: 'POST',
    url: '/fssapi/test/upload',
    remoteAddress: address,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'access-token': session },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  const { data } = reply.json<{ data?: { verdict?: string } }>()
  return { status: reply.statusCode, verdict: data?.verdict, retryAfter: reply.headers['retry-after'] }
}

test(
  `${HOSTILE} hostile files of ${HOSTILE_FILES.length} kinds beside ${HONEST} honest ones: every honest one is read (docs/security.md T16)`,
  async () => {
    expect(HOSTILE_FILES).toHaveLength(20)
    const files = HOSTILE_FILES.map((make) => make())
    const flood = Array.from({ length: HOSTILE }, (_, at) => {
      const file = files[at % files.length] ?? { fileName: '', bytes: new Uint8Array() }
      return send(file, `hostile-${at}`, `192.0.2.${at % NETWORKS}`)
    })
    const honest = Array.from({ length: HONEST }, (_, at) =>
      send({ fileName: 'march.csv', bytes: Buffer.from(SAMPLE_CSV) }, `honest-${at}`, `198.51.100.${at}`),
    )
    for (const answer of await Promise.all(honest))
      expect(answer).toMatchObject({ status: 200, verdict: 'csv' })
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(HOSTILE)
    expect(refused.length).toBeGreaterThanOrEqual(HOSTILE - NETWORKS * UPLOAD_LIMITS.inLineOfNetwork)
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(held.most).toBeLessThanOrEqual(UPLOAD_LIMITS.held)
    const after = await send({ fileName: 'a.csv', bytes: Buffer.from(SAMPLE_CSV) }, 'after', '203.0.113.9')
    expect(after).toMatchObject({ status: 200, verdict: 'csv' })
  },
  TIME_OUT_MS,
)

/** How many calls are held once no more come. */
async function heldAtRest(): Promise<number> {
  for (let before = 0; before === 0 || before < ends.size; ) {
    before = ends.size
    await wait(1_000)
  }
  return ends.size
}

test('ten files of one address are held two at a time, and one whose sender is gone is never read (docs/security.md T16)', async () => {
  isHolding = true
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const callers = Array.from({ length: 10 }, () => new AbortController())
  const sent = callers.map(async ({ signal }, at) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(9 * 1024 * 1024)]), 'large.pdf')
    const headers = { 'access-token': `sender-${at}`, host: 'localhost' }
    const url = `${address.replace('127.0.0.1', 'localhost')}/fssapi/test/held`
    return (await fetch(url, { method: 'POST', body, headers, signal })).status
  })
  void Promise.allSettled(sent)
  expect(await heldAtRest()).toBe(2)
  // Which two came first is chance.
  const isHeld = (at: number) => ends.has(`sender-${at}`)
  const first = sent.filter((_, at) => isHeld(at))
  const later = sent.filter((_, at) => !isHeld(at))
  callers.forEach((caller, at) => isHeld(at) || caller.abort())
  expect((await Promise.allSettled(later)).every(({ status }) => status === 'rejected')).toBe(true)
  for (const end of ends.values()) end()
  expect(await Promise.all(first)).toEqual([200, 200])
  expect(ends.size).toBe(2)
}, 90_000)
