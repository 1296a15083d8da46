import { parentPort } from 'node:worker_threads'
import type { WorkerAnswer, WorkerTask } from '../document/worker-pool.ts'
import { type DocumentFile, inspectDocument } from './inspect-document.ts'
import { inspectStatement, type StatementFile } from './inspect-statement.ts'
import { keepOutputInside } from '../worker/quiet-thread.ts'

/** Entry of the worker thread: reads one file after the other and answers each with what it is. */
keepOutputInside(parentPort)
parentPort?.on('message', (task: WorkerTask) => void reply(task))

async function reply(task: WorkerTask): Promise<void> {
  parentPort?.postMessage(await run(task))
}

async function run({ name, input }: WorkerTask): Promise<WorkerAnswer> {
  try {
    // The only sender is statement-service.ts, with the type of each task.
    if (name === 'inspectDocument') return { ok: true, value: inspectDocument(input as DocumentFile) }
    return { ok: true, value: await inspectStatement(input as StatementFile) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'unknown failure' }
  }
}
