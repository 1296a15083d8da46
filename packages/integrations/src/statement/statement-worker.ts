import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort } from 'node:worker_threads'
import { keepOutputInside } from '../worker/quiet-thread.ts'
import type { WorkerAnswer, WorkerTask } from '../worker/worker-pool.ts'
import { guardWorker } from '../worker/worker-process.ts'
import { type DocumentFile, inspectDocument } from './inspect-document.ts'
import { inspectStatement, type StatementFile } from './inspect-statement.ts'

/** Entry of the worker process, and of its thread, which reads one file after the other and answers each with what it is. */
if (isMainThread) guardWorker(fileURLToPath(import.meta.url))
else {
  keepOutputInside(parentPort)
  parentPort?.on('message', (task: WorkerTask) => void reply(task))
}

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
