import { parentPort } from 'node:worker_threads'
import { DOCUMENT_TASKS, type TaskName } from './document-tasks.ts'
import type { WorkerAnswer, WorkerTask } from '../worker/worker-pool.ts'
import { keepOutputInside } from '../worker/quiet-thread.ts'

/** Entry of the worker thread: takes one task after the other and answers each with a value or a message. */
keepOutputInside(parentPort)
parentPort?.on('message', (task: WorkerTask) => void reply(task))

async function reply({ name, input }: WorkerTask): Promise<void> {
  const answer = await run(name, input)
  parentPort?.postMessage(answer)
}

async function run(name: WorkerTask['name'], input: unknown): Promise<WorkerAnswer> {
  try {
    // Name and input come from the same typed call in document-service.ts.
    const task = DOCUMENT_TASKS[name as TaskName] as (input: unknown) => Promise<unknown>
    return { ok: true, value: await task(input) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'unknown failure' }
  }
}
