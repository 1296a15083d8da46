import { Worker } from 'node:worker_threads'
import type { ThreadWrote } from './quiet-thread.ts'
import type { StartWorker, WorkerAnswer } from './worker-pool.ts'

export interface ThreadLimits {
  /** Of the thread's own heap. */
  readonly memoryMb: number
  /** Of its buffers, which no heap limit counts. */
  readonly buffersMb: number
}

/** A thread fills some ten megabytes between two looks. */
const MEMORY_LOOK_MS = 100
const MEGABYTE = 1024 * 1024

/** Ends a thread whose buffers are larger than allowed. One that ended meanwhile has failed its task already. */
async function stopAbove(worker: Worker, buffersMb: number): Promise<void> {
  const statistics = await worker.getHeapStatistics().catch(() => undefined)
  if (statistics !== undefined && statistics.external_memory > buffersMb * MEGABYTE) await worker.terminate()
}

/** Workers that are threads of this process, for documents of our own. `path` is a bundled worker. */
export const threadsOf =
  (path: string, { memoryMb, buffersMb }: ThreadLimits): StartWorker =>
  ({ answered, lost }) => {
    const worker = new Worker(path, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    let timer: NodeJS.Timeout | undefined
    worker.on('message', (answer: WorkerAnswer | ThreadWrote) => answered(answer))
    worker.on('error', (error: unknown) => lost(error instanceof Error ? error.message : 'worker failed'))
    worker.on('exit', () => lost('the document worker ended'))
    return {
      post(task) {
        timer = setInterval(() => void stopAbove(worker, buffersMb), MEMORY_LOOK_MS)
        worker.ref()
        worker.postMessage(task)
      },
      rest() {
        clearInterval(timer)
        worker.unref()
      },
      async end() {
        await worker.terminate()
      },
    }
  }
