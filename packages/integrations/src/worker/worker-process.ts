import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import type { ThreadWrote } from './quiet-thread.ts'
import type { StartWorker, WorkerAnswer, WorkerTask } from './worker-pool.ts'

export interface ProcessLimits {
  /** Of the heap of the thread that works. */
  readonly memoryMb: number
  /** Of all memory of the process that is in use. */
  readonly residentMb: number
  /** Of processor time of one task, which other work on the machine does not lengthen; absent: any. */
  readonly processorMs?: number
}

/** A process fills some twenty megabytes between two looks. */
const MEMORY_LOOK_MS = 20
const MEGABYTE = 1024 * 1024

/**
 * Workers that are processes of their own, for files of strangers: what such a file does to memory ends with its process.
 * They get no environment, so no secret is in their reach. `path` is a bundled worker that calls guardWorker.
 */
export const processesOf =
  (path: string, limits: ProcessLimits): StartWorker =>
  ({ answered, lost }) => {
    const child = fork(path, [JSON.stringify(limits)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: {},
    })
    child.on('message', (answer) => answered(answer as WorkerAnswer | ThreadWrote))
    child.on('error', () => lost('the worker did not start'))
    child.on('exit', () => lost('the worker ended'))
    return {
      post(task) {
        child.ref()
        child.channel?.ref()
        // One that cannot be reached any more has ended, which is heard above.
        child.send(task, () => undefined)
      },
      rest() {
        child.unref()
        child.channel?.unref()
      },
      end() {
        child.kill('SIGKILL')
        return Promise.resolve()
      },
    }
  }

const MICROSECONDS = 1_000

function usedMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / MICROSECONDS
}

/**
 * The main thread of a worker process: it works on nothing itself, so that it is never too busy to look. It passes tasks to
 * a thread that runs the same file, and ends the process where its memory grows too large, its task takes too much
 * processor time, its thread breaks or its parent is gone.
 */
export function guardWorker(path: string): void {
  const { memoryMb, residentMb, processorMs } = JSON.parse(process.argv[2] ?? '') as ProcessLimits
  /** What the process had used when its task began; undefined while it has none. */
  let before: NodeJS.CpuUsage | undefined
  const end = () => void process.kill(process.pid, 'SIGKILL')
  const thread = new Worker(path, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  thread.on('message', (answer: WorkerAnswer | ThreadWrote) => {
    if (!('wrote' in answer)) before = undefined
    process.send?.(answer)
  })
  thread.on('error', end)
  thread.on('exit', end)
  process.on('message', (task: WorkerTask) => {
    before = process.cpuUsage()
    thread.postMessage(task)
  })
  process.on('disconnect', end)
  setInterval(() => {
    if (process.memoryUsage.rss() > residentMb * MEGABYTE) end()
    if (processorMs !== undefined && before !== undefined && usedMs(before) > processorMs) end()
  }, MEMORY_LOOK_MS)
}
