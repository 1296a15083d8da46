import { parentPort } from 'node:worker_threads'
import { DOCUMENT_TASKS, type TaskName } from './document-tasks.ts'

/** Entry of the worker thread: takes one task after the other and answers each with a value or a message. */
export type WorkerTask = { readonly name: TaskName; readonly input: unknown }
export type WorkerAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

parentPort?.on('message', (task: WorkerTask) => void reply(task))

async function reply({ name, input }: WorkerTask): Promise<void> {
  const answer = await run(name, input)
  parentPort?.postMessage(answer)
}

async function run(name: TaskName, input: unknown): Promise<WorkerAnswer> {
  try {
    // Name and input come from the same typed call in document-service.ts.
    const task = DOCUMENT_TASKS[name] as (input: unknown) => Promise<unknown>
    return { ok: true, value: await task(input) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'unknown failure' }
  }
}
