import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorkerPool, DocumentFailure, type StartWorker, WorkersBusy } from './worker-pool.ts'
import { processesOf } from './worker-process.ts'
import { threadsOf } from './worker-thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'dolphin-worker-pool-'))
const workerPath = join(folder, 'worker.mjs')
const processPath = join(folder, 'process.mjs')

/** Answers a task with its input, does not return from one, and fills its memory or its buffers in others. */
const WORKER = `
  import { parentPort } from 'node:worker_threads'
  import { keepOutputInside } from './quiet-thread.mjs'
  keepOutputInside(parentPort)
  parentPort.on('message', ({ name, input }) => {
    if (name === 'forever') for (;;) {}
    if (name === 'environment') input = Object.keys(process.env)
    if (name === 'process') input = process.pid
    if (name === 'speak') console.error('Jordan Sample')
    if (name === 'memory') {
      const held = []
      for (let count = 0; count < 2_000_000; count += 1) held.push(Array.from({ length: 16 }, () => count))
      input = held.length
    }
    if (name === 'buffers') {
      const held = []
      for (let count = 0; count < 200; count += 1) held.push(new Uint8Array(8 * 1024 * 1024).fill(1))
    }
    parentPort.postMessage({ ok: true, value: input })
  })
`

/** The same worker as a process: its main thread guards, its thread works. */
const PROCESS = `
  import { isMainThread } from 'node:worker_threads'
  import { fileURLToPath } from 'node:url'
  import { guardWorker } from './worker-process.mjs'
  if (isMainThread) guardWorker(fileURLToPath(import.meta.url))
  else await import('./worker.mjs')
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
  await built('./quiet-thread.ts', 'quiet-thread.mjs')
  await built('./worker-process.ts', 'worker-process.mjs')
  writeFileSync(workerPath, WORKER)
  writeFileSync(processPath, PROCESS)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A process has to start within it, on a busy machine too. */
const TASK_LIMIT_MS = 4_000
const LONG_MS = 20_000
const poolOf = (start: StartWorker, taskLimitMs = TASK_LIMIT_MS) =>
  createWorkerPool({ size: 1, taskLimitMs, start })
const THREADS = threadsOf(workerPath, { memoryMb: 256, buffersMb: 512 })
const PROCESSES = processesOf(processPath, { memoryMb: 256, residentMb: 512 })

describe.each([
  {
    of: 'threads',
    usual: THREADS,
    smallHeap: threadsOf(workerPath, { memoryMb: 32, buffersMb: 512 }),
    smallBuffers: threadsOf(workerPath, { memoryMb: 256, buffersMb: 64 }),
  },
  {
    of: 'processes',
    usual: PROCESSES,
    smallHeap: processesOf(processPath, { memoryMb: 32, residentMb: 512 }),
    smallBuffers: processesOf(processPath, { memoryMb: 256, residentMb: 200 }),
  },
])('a pool of $of (ASVS 15.2.2)', ({ usual, smallHeap, smallBuffers }) => {
  test('a task that does not end is stopped at its limit, and the next one gets a new worker', async () => {
    const pool = poolOf(usual)
    const next = pool.run({ name: 'forever', input: 1 })
    const stopped = await Promise.race([next.catch((error: unknown) => error), wait(25_000)])
    expect(stopped).toBeInstanceOf(DocumentFailure)
    expect(await pool.run({ name: 'answer', input: 2 })).toBe(2)
    await pool.close()
  })

  test('a task that takes more memory than its worker may is stopped, and this process lives on', async () => {
    const pool = poolOf(smallHeap, LONG_MS)
    await expect(pool.run({ name: 'memory', input: 1 })).rejects.toThrow(/memory limit|worker ended/)
    expect(await pool.run({ name: 'answer', input: 2 })).toBe(2)
    await pool.close()
  })

  test('a task whose buffers outgrow their limit is stopped: no heap limit counts them', async () => {
    const pool = poolOf(smallBuffers, LONG_MS)
    await expect(pool.run({ name: 'buffers', input: 1 })).rejects.toBeInstanceOf(DocumentFailure)
    expect(await pool.run({ name: 'answer', input: 2 })).toBe(2)
    await pool.close()
  })
})

test('a task that uses up its processor time is stopped, and the next one gets a new process', async () => {
  const pool = poolOf(processesOf(processPath, { memoryMb: 256, residentMb: 512, processorMs: 500 }), LONG_MS)
  await expect(pool.run({ name: 'forever', input: 1 })).rejects.toThrow('the worker ended')
  expect(await pool.run({ name: 'answer', input: 2 })).toBe(2)
  await pool.close()
})

test('a task that waited its time for a worker is refused as busy; the one that is worked on goes on', async () => {
  const pool = createWorkerPool({ size: 1, taskLimitMs: TASK_LIMIT_MS, waitLimitMs: 100, start: THREADS })
  const [first, second] = await Promise.allSettled([
    pool.run({ name: 'forever', input: 1 }),
    pool.run({ name: 'answer', input: 2 }),
  ])
  expect(first).toMatchObject({ reason: expect.any(DocumentFailure) as unknown })
  expect(second).toMatchObject({ reason: expect.any(WorkersBusy) as unknown })
  await pool.close()
})

test('files of strangers are read in another process, which has nothing of our environment (docs/security.md T16)', async () => {
  const pool = poolOf(PROCESSES, LONG_MS)
  expect(await pool.run({ name: 'process', input: 1 })).not.toBe(process.pid)
  expect(await pool.run({ name: 'environment', input: 1 })).toEqual([])
  await pool.close()
})

test('a worker process ends with the process that started it, also in the middle of a task', async () => {
  await built('./worker-pool.ts', 'pool.mjs')
  const program = join(folder, 'parent.mjs')
  writeFileSync(
    program,
    `import { createWorkerPool } from './pool.mjs'
    import { processesOf } from './worker-process.mjs'
    const start = processesOf(${JSON.stringify(processPath)}, { memoryMb: 256, residentMb: 512 })
    const pool = createWorkerPool({ size: 1, taskLimitMs: 60_000, start })
    process.stdout.write(String(await pool.run({ name: 'process', input: 1 })))
    void pool.run({ name: 'forever', input: 1 })`,
  )
  const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(Number(pid)), { timeout: 10_000 }).toBe(false)
})

test('a task whose caller is gone before its turn is dropped; one beyond the line is refused at once', async () => {
  const pool = poolOf(THREADS, LONG_MS)
  const caller = new AbortController()
  const tasks = [
    pool.run({ name: 'answer', input: 1 }),
    pool.run({ name: 'answer', input: 2 }, caller.signal),
  ]
  caller.abort()
  expect(await Promise.allSettled(tasks)).toMatchObject([
    { value: 1 },
    { reason: { message: 'the caller is gone' } },
  ])
  await expect(pool.run({ name: 'answer', input: 3 }, caller.signal)).rejects.toThrow('the caller is gone')
  const many = Array.from({ length: 201 }, (_, input) => pool.run({ name: 'answer', input }))
  await expect(pool.run({ name: 'answer', input: 4 })).rejects.toBeInstanceOf(WorkersBusy)
  expect(await Promise.all(many)).toHaveLength(201)
  await pool.close()
})

test('what a thread writes leaves it as a warning without its text', async () => {
  const warned = once(process, 'warning')
  const pool = poolOf(THREADS, LONG_MS)
  await pool.run({ name: 'speak', input: 1 })
  const [warning] = (await warned) as [Error]
  expect(warning).toMatchObject({ name: 'WorkerOutput' })
  expect(warning.message).toBe('a document worker wrote 14 bytes, which are not kept')
  await pool.close()
})

test.each([
  [
    'thread',
    { name: 'threadsOf', from: './worker-thread.mjs' },
    workerPath,
    { memoryMb: 256, buffersMb: 512 },
  ],
  [
    'process',
    { name: 'processesOf', from: './worker-process.mjs' },
    processPath,
    { memoryMb: 256, residentMb: 512 },
  ],
])(
  'an idle %s keeps no process alive, also one that has written',
  async (_, { name, from }, path, limits) => {
    await built('./worker-pool.ts', 'pool.mjs')
    await built('./worker-thread.ts', 'worker-thread.mjs')
    const program = join(folder, 'program.mjs')
    writeFileSync(
      program,
      `import { createWorkerPool } from './pool.mjs'
    import { ${name} } from ${JSON.stringify(from)}
    const start = ${name}(${JSON.stringify(path)}, ${JSON.stringify(limits)})
    const pool = createWorkerPool({ size: 1, taskLimitMs: 60_000, start })
    await pool.run({ name: 'speak', input: 1 })
    await pool.run({ name: 'answer', input: 2 })`,
    )
    const child = spawn(process.execPath, [program], { stdio: 'ignore' })
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(0)
  },
)

const wait = (milliseconds: number) =>
  new Promise((done) => setTimeout(() => done('still running'), milliseconds))

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
