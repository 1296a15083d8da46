import { parentPort } from 'node:worker_threads'
import type { WorkerAnswer, WorkerTask } from '../document/worker-pool.ts'
import { inspectStatement, type StatementFile } from './inspect-statement.ts'

/** Entry of the worker thread: reads one file after the other and answers each with what it is. */
parentPort?.on('message', (task: WorkerTask) => void reply(task))

async function reply({ input }: WorkerTask): Promise<void> {
  parentPort?.postMessage(await run(input))
}

async function run(input: unknown): Promise<WorkerAnswer> {
  try {
    // The only sender is statement-service.ts, with this very type.
    return { ok: true, value: await inspectStatement(input as StatementFile) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'unknown failure' }
  }
}
