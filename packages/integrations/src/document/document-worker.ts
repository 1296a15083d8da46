import { parentPort } from 'node:worker_threads'
import { DOCUMENT_TASKS, type TaskName } from './document-tasks.ts'

/** Entry of the worker thread: takes one task after the other and answers each with a value or a message. */
export type WorkerTask = { readonly name: TaskName; readonly input: unknown }
export type WorkerAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

parentPort?.on('message', async (task: WorkerTask) => {
  const result = await answer(task)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage(result)
})

async function answer({ name, input }: WorkerTask): Promise<WorkerAnswer> {
  try {
    // Name and input come from the same typed call in document-service.ts.
    const run = DOCUMENT_TASKS[name] as (input: unknown) => Promise<unknown>
    return { ok: true, value: await run(input) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'unknown failure' }
  }
}
