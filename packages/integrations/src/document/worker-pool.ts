import { Worker } from 'node:worker_threads'
import type { ThreadWrote } from '../worker/quiet-thread.ts'

/** What a worker thread is sent, one at a time, and what it answers. */
export type WorkerTask = { readonly name: string; readonly input: unknown }
export type WorkerAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

type Waiting = {
  readonly task: WorkerTask
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: Error) => void
}

type Slot = {
  worker: Worker
  current: Waiting | undefined
  timer: NodeJS.Timeout | undefined
  memoryTimer: NodeJS.Timeout | undefined
}

/** The document could not be made or read; the message is the worker's and names no person. */
export class DocumentFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DocumentFailure'
  }
}

export type WorkerPool = {
  run(task: WorkerTask): Promise<unknown>
  close(): Promise<void>
}

/** Most tasks that may wait; beyond it a caller is refused at once instead of waiting for minutes. */
const LONGEST_QUEUE = 200
const DEFAULT_LIMITS: WorkerLimits = { taskLimitMs: 60_000, memoryMb: 256, buffersMb: 512 }
/** A thread fills some ten megabytes between two looks. */
const MEMORY_LOOK_MS = 100
const MEGABYTE = 1024 * 1024

export interface WorkerLimits {
  readonly taskLimitMs: number
  /** Of the thread's own heap. */
  readonly memoryMb: number
  /** Of its buffers, which no heap limit counts: a small file may unpack to an unbounded one. */
  readonly buffersMb: number
}

/** Ends a thread whose buffers are larger than allowed. One that ended meanwhile has failed its task already. */
async function stopAbove(worker: Worker, buffersMb: number): Promise<void> {
  const statistics = await worker.getHeapStatistics().catch(() => undefined)
  if (statistics !== undefined && statistics.external_memory > buffersMb * MEGABYTE) await worker.terminate()
}

/** Not an answer: a library in the thread wrote, and what it wrote stays there. */
const noteOutput = ({ wrote }: ThreadWrote): void =>
  process.emitWarning(`a document worker wrote ${wrote} bytes, which are not kept`, 'WorkerOutput')

/**
 * At most `size` threads, started when first needed and kept for the next task. A thread that dies or takes
 * longer than its limit fails its own task only, and the next task gets a new thread.
 */
export function createWorkerPool(
  workerPath: string,
  size: number,
  { taskLimitMs, memoryMb, buffersMb }: WorkerLimits = DEFAULT_LIMITS,
): WorkerPool {
  const slots = new Set<Slot>()
  const queue: Waiting[] = []
  let closed = false

  const settle = (slot: Slot): Waiting | undefined => {
    const { current } = slot
    clearTimeout(slot.timer)
    clearInterval(slot.memoryTimer)
    slot.current = undefined
    slot.worker.unref()
    return current
  }
  const lose = (slot: Slot, message: string) => {
    slots.delete(slot)
    settle(slot)?.reject(new DocumentFailure(message))
    if (!closed) next()
  }
  const start = (): Slot => {
    const worker = new Worker(workerPath, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const slot: Slot = { worker, current: undefined, timer: undefined, memoryTimer: undefined }
    worker.on('message', (answer: WorkerAnswer | ThreadWrote) => {
      if ('wrote' in answer) return noteOutput(answer)
      const current = settle(slot)
      if (answer.ok) current?.resolve(answer.value)
      else current?.reject(new DocumentFailure(answer.message))
      next()
    })
    worker.on('error', (error: unknown) =>
      lose(slot, error instanceof Error ? error.message : 'worker failed'),
    )
    worker.on('exit', () => lose(slot, 'the document worker ended'))
    slots.add(slot)
    return slot
  }
  const next = () => {
    const idle = [...slots].find(({ current }) => current === undefined)
    if (queue.length === 0 || (idle === undefined && slots.size >= size)) return
    const slot = idle ?? start()
    const waiting = queue.shift()
    if (waiting === undefined) return
    slot.current = waiting
    slot.timer = setTimeout(() => void slot.worker.terminate(), taskLimitMs)
    slot.memoryTimer = setInterval(() => void stopAbove(slot.worker, buffersMb), MEMORY_LOOK_MS)
    slot.worker.ref()
    slot.worker.postMessage(waiting.task)
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new DocumentFailure('the document service is closed'))
        if (queue.length >= LONGEST_QUEUE)
          return reject(new DocumentFailure('too many documents are waiting'))
        queue.push({ task, resolve, reject })
        next()
      }),
    async close() {
      closed = true
      for (const { reject } of queue.splice(0)) reject(new DocumentFailure('the document service is closed'))
      await Promise.all([...slots].map(({ worker }) => worker.terminate()))
    },
  }
}
