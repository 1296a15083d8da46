import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkerPool, DocumentFailure } from './worker-pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'dolphin-worker-pool-'))
const workerPath = join(folder, 'worker.mjs')

/** Answers a task with its input, does not return from one, and fills its memory or its buffers in others. */
const WORKER = `
  import { parentPort } from 'node:worker_threads'
  import { keepOutputInside } from './quiet-thread.mjs'
  keepOutputInside(parentPort)
  parentPort.on('message', ({ name, input }) => {
    if (name === 'forever') for (;;) {}
    if (name === 'speak') console.error('Jordan Sample')
    if (name === 'memory') {
      const held = []
      for (let count = 0; count < 2_000_000; count += 1) held.push(Array.from({ length: 16 }, () => count))
      input = held.length
    }
    if (name === 'buffers') {
      const held = []
      for (;;) held.push(new Uint8Array(8 * 1024 * 1024).fill(1))
    }
    parentPort.postMessage({ ok: true, value: input })
  })
`

/** A module of the sources as one of the test's folder. */
const built = async (source: string, name: string) =>
  await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    outfile: join(folder, name),
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })

beforeAll(async () => {
  await built('../worker/quiet-thread.ts', 'quiet-thread.mjs')
  writeFileSync(workerPath, WORKER)
})
afterAll(() => rmSync(folder, { recursive: true }))

const LIMITS = { taskLimitMs: 500, memoryMb: 256, buffersMb: 512 }

test('a task that does not end is stopped at its limit, and the next one gets a new thread (ASVS 15.2.2)', async () => {
  const pool = createWorkerPool(workerPath, 1, LIMITS)
  const next = pool.run({ name: 'forever', input: 1 })
  const stopped = await Promise.race([next.catch((error: unknown) => error), wait(5_000)])
  expect(stopped).toBeInstanceOf(DocumentFailure)
  expect(await pool.run({ name: 'answer', input: 2 })).toBe(2)
  await pool.close()
})

test('a task that takes more memory than its thread may is stopped, and the process lives on (ASVS 15.2.2)', async () => {
  const pool = createWorkerPool(workerPath, 1, { ...LIMITS, taskLimitMs: 20_000, memoryMb: 32 })
  await expect(pool.run({ name: 'memory', input: 1 })).rejects.toThrow(/memory limit/)
  expect(await pool.run({ name: 'answer', input: 2 })).toBe(2)
  await pool.close()
})

test('a task whose buffers outgrow their limit is stopped: no heap limit counts them (ASVS 15.2.2)', async () => {
  const pool = createWorkerPool(workerPath, 1, { ...LIMITS, taskLimitMs: 20_000, buffersMb: 64 })
  await expect(pool.run({ name: 'buffers', input: 1 })).rejects.toBeInstanceOf(DocumentFailure)
  expect(await pool.run({ name: 'answer', input: 2 })).toBe(2)
  await pool.close()
})

test('what a thread writes leaves it as a warning without its text', async () => {
  const warned = once(process, 'warning')
  const pool = createWorkerPool(workerPath, 1, LIMITS)
  await pool.run({ name: 'speak', input: 1 })
  const [warning] = (await warned) as [Error]
  expect(warning).toMatchObject({ name: 'WorkerOutput' })
  expect(warning.message).toBe('a document worker wrote 14 bytes, which are not kept')
  await pool.close()
})

test('an idle thread keeps no process alive, also one that has written', async () => {
  await built('./worker-pool.ts', 'pool.mjs')
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { createWorkerPool } from './pool.mjs'
    const pool = createWorkerPool(${JSON.stringify(workerPath)}, 1, ${JSON.stringify(LIMITS)})
    await pool.run({ name: 'speak', input: 1 })
    await pool.run({ name: 'answer', input: 2 })`,
  )
  const child = spawn(process.execPath, [program], { stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code).toBe(0)
})

const wait = (milliseconds: number) =>
  new Promise((done) => setTimeout(() => done('still running'), milliseconds))
