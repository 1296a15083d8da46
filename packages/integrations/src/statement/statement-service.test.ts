import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStatementWorker } from './build-statement-worker.ts'
import { onePagePdf, pdfOf, SAMPLE_PDF_PAGES } from './sample-pdf.ts'
import { SAMPLE_CSV, samplePng } from './sample-statements.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'
import { createStatementService, type StatementService } from './statement-service.ts'

let service: StatementService
const TODAY = localDate(2026, 3, 2)
const inspect = (fileName: string, bytes: Uint8Array) =>
  service.inspect({ fileName, bytes, types: ['csv', 'png', 'pdf'], today: TODAY })

beforeAll(async () => {
  service = createStatementService({ workerPath: await buildStatementWorker() })
}, 60_000)
afterAll(() => service.close())

/** Up to eight random bytes changed, cut out or put in. */
function mutate(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const next = (below: number) => Buffer.from(random.bytes(4)).readUInt32BE(0) % below
  let changed = Buffer.from(bytes)
  for (let count = 1 + next(8); count > 0; count -= 1) {
    const at = next(changed.length)
    const kind = next(4)
    if (kind < 2) changed[at] = next(256)
    else if (kind === 2) changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + next(64))])
    else changed = Buffer.concat([changed.subarray(0, at), random.bytes(next(64)), changed.subarray(at)])
    if (changed.length === 0) return changed
  }
  return changed
}

test('design/security.md T16: of 500 random mutants every one gets an answer and none ends the worker', async () => {
  const random = new SeededRandom(16)
  const seeds = [
    ['a.csv', Buffer.from(SAMPLE_CSV)],
    ['a.png', samplePng()],
    ['a.pdf', await pdfOf(SAMPLE_PDF_PAGES)],
  ] as const
  const verdicts = new Map<string, number>()
  for (let at = 0; at < 500; at += 1) {
    const [fileName, bytes] = seeds[at % seeds.length] ?? seeds[0]
    const { verdict } = await inspect(fileName, mutate(bytes, random))
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
  }
  expect([...verdicts.values()].reduce((total, count) => total + count)).toBe(500)
  expect(verdicts.get('unreadable')).toBeGreaterThan(200)
  expect(await inspect('a.csv', Buffer.from(SAMPLE_CSV))).toMatchObject({ verdict: 'csv' })
  expect(await inspect('a.png', samplePng())).toMatchObject({ verdict: 'png' })
}, 60_000)

test('a small PDF that unpacks to gigabytes is stopped by its memory, and the next one is read', async () => {
  const inner = deflateSync(Buffer.alloc(600 * 1024 * 1024, ' '), { level: 1 })
  const bomb = onePagePdf('', deflateSync(inner), '', '[/FlateDecode /FlateDecode]')
  expect(bomb.length).toBeLessThan(STATEMENT_LIMITS.bytes)
  const pdf = (bytes: Uint8Array) =>
    service.inspect({ fileName: 'a.pdf', bytes, types: ['pdf'], today: TODAY })
  expect(await pdf(bomb)).toMatchObject({ verdict: 'unreadable' })
  expect(await pdf(await pdfOf(SAMPLE_PDF_PAGES))).toMatchObject({
    verdict: 'pdf',
    reading: { content: { lines: { length: 10 } } },
  })
}, 60_000)

test('a file that holds its reader stops no one else: another reads on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-readers-'))
  const workerPath = join(folder, 'worker.mjs')
  writeFileSync(
    workerPath,
    `process.on('message', ({ input }) => {
      if (input.fileName !== 'held.pdf') process.send({ ok: true, value: { verdict: 'quarantine', why: 'unknownContent' } })
    })`,
  )
  const readers = createStatementService({ workerPath })
  const file = { bytes: new Uint8Array(1), types: ['pdf'], today: TODAY } as const
  const held = readers.inspect({ ...file, fileName: 'held.pdf' })
  for (const fileName of ['a.pdf', 'b.pdf', 'c.pdf'])
    expect(await readers.inspect({ ...file, fileName })).toMatchObject({ verdict: 'quarantine' })
  await readers.close()
  expect(await held).toMatchObject({ verdict: 'unreadable' })
  rmSync(folder, { recursive: true })
})

test('a file that breaks the process is refused, and the next one gets a new process', async () => {
  const broken = createStatementService({ workerPath: '/nonexistent/statement-worker.mjs' })
  const answer = await broken.inspect({
    fileName: 'a.csv',
    bytes: new Uint8Array(1),
    types: ['csv'],
    today: TODAY,
  })
  expect(answer).toMatchObject({ verdict: 'unreadable' })
  await broken.close()
})
