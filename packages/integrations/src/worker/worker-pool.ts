import type { ThreadWrote } from './quiet-thread.ts'

/** What a worker is sent, one at a time, and what it answers. */
export type WorkerTask = { readonly name: string; readonly input: unknown }
export type WorkerAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

/** A thread or process that works on one task at a time. */
export interface TaskWorker {
  /** Sends a task. Until its answer the worker keeps this process alive. */
  post(task: WorkerTask): void
  /** It rests: it keeps no process alive. */
  rest(): void
  /** Ends it at once, whatever it does. */
  end(): Promise<void>
}

/** What a pool hears of a worker. */
export interface WorkerEvents {
  readonly answered: (answer: WorkerAnswer | ThreadWrote) => void
  /** It ended or broke, and works no more. */
  readonly lost: (message: string) => void
}

export type StartWorker = (events: WorkerEvents) => TaskWorker

type Waiting = {
  readonly task: WorkerTask
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: Error) => void
}

type Slot = {
  worker: TaskWorker
  current: Waiting | undefined
  timer: NodeJS.Timeout | undefined
}

/** The document could not be made or read; the message is the worker's and names no person. */
export class DocumentFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DocumentFailure'
  }
}

/** So many tasks wait that one more would wait for minutes. It says nothing of the document. */
export class WorkersBusy extends Error {
  override readonly name = 'WorkersBusy'
  readonly statusCode = 503
}

export type WorkerPool = {
  /** Rejects with DocumentFailure or WorkersBusy. A task that still waits when its signal aborts is dropped. */
  run(task: WorkerTask, signal?: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

/** Most tasks that may wait; beyond it a caller is refused at once instead of waiting for minutes. */
const LONGEST_QUEUE = 200

export interface PoolOptions {
  /** Most workers at once. */
  readonly size: number
  readonly taskLimitMs: number
  /** How long a task waits for a worker before it is refused as WorkersBusy; absent: as long as it takes. */
  readonly waitLimitMs?: number
  readonly start: StartWorker
}

/** Not an answer: a library in the worker wrote, and what it wrote stays there. */
const noteOutput = ({ wrote }: ThreadWrote): void =>
  process.emitWarning(`a document worker wrote ${wrote} bytes, which are not kept`, 'WorkerOutput')

/**
 * At most `size` workers, started when first needed and kept for the next task. A worker that dies or takes
 * longer than its limit fails its own task only, and the next task gets a new worker.
 */
export function createWorkerPool({ size, taskLimitMs, waitLimitMs, start }: PoolOptions): WorkerPool {
  const slots = new Set<Slot>()
  const queue: Waiting[] = []
  let closed = false

  const settle = (slot: Slot): Waiting | undefined => {
    const { current } = slot
    clearTimeout(slot.timer)
    slot.current = undefined
    slot.worker.rest()
    return current
  }
  const open = (): Slot => {
    const worker = start({
      answered(answer) {
        if ('wrote' in answer) return noteOutput(answer)
        const current = settle(slot)
        if (answer.ok) current?.resolve(answer.value)
        else current?.reject(new DocumentFailure(answer.message))
        next()
      },
      lost(message) {
        if (!slots.delete(slot)) return
        settle(slot)?.reject(new DocumentFailure(message))
        if (!closed) next()
      },
    })
    const slot: Slot = { worker, current: undefined, timer: undefined }
    slots.add(slot)
    return slot
  }
  const next = () => {
    const idle = [...slots].find(({ current }) => current === undefined)
    if (queue.length === 0 || (idle === undefined && slots.size >= size)) return
    const slot = idle ?? open()
    const waiting = queue.shift()
    if (waiting === undefined) return
    slot.current = waiting
    slot.timer = setTimeout(() => void slot.worker.end(), taskLimitMs)
    slot.worker.post(waiting.task)
  }
  const drop = (waiting: Waiting, why: Error) => {
    const at = queue.indexOf(waiting)
    if (at === -1) return
    queue.splice(at, 1)
    waiting.reject(why)
  }

  return {
    run: (task, signal) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new DocumentFailure('the document service is closed'))
        if (signal?.aborted === true) return reject(new DocumentFailure('the caller is gone'))
        if (queue.length >= LONGEST_QUEUE) return reject(new WorkersBusy('too many documents are waiting'))
        const waiting = { task, resolve, reject }
        queue.push(waiting)
        const gone = () => drop(waiting, new DocumentFailure('the caller is gone'))
        signal?.addEventListener('abort', gone, { once: true })
        if (waitLimitMs !== undefined)
          setTimeout(() => drop(waiting, new WorkersBusy('no worker was free in time')), waitLimitMs).unref()
        next()
      }),
    async close() {
      closed = true
      for (const { reject } of queue.splice(0)) reject(new DocumentFailure('the document service is closed'))
      await Promise.all([...slots].map(({ worker }) => worker.end()))
    },
  }
}
