import type { Localized } from '@dolphin/domain/portfolios/localized'
import { createWorkerPool, DocumentFailure } from '../worker/worker-pool.ts'
import { processesOf } from '../worker/worker-process.ts'
import type { DocumentFile, DocumentInspection } from './inspect-document.ts'
import type { Inspection, StatementFile } from './inspect-statement.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/**
 * Files of strangers, read in a process of their own with a limit of memory and time. Source:
 * design/security.md T16.
 */
export type StatementService = {
  /**
   * What a file is. One that the process cannot cope with is `unreadable`; the next file gets a new process. A file that
   * still waits when its signal aborts is not read. Throws WorkersBusy where too many wait, or one waited too long.
   */
  inspect(file: StatementFile, signal?: AbortSignal): Promise<Inspection>
  /** The same of a document that a review asked for; one that the process cannot cope with is `damaged`. */
  inspectDocument(file: DocumentFile, signal?: AbortSignal): Promise<DocumentInspection>
  close(): Promise<void>
}

const TOO_HEAVY: Localized = {
  en: 'This file takes too long to read. Save it again, or send a smaller part of it.',
  es: 'Leer este archivo tarda demasiado. Guárdelo de nuevo o envíe una parte más pequeña.',
}

/** So that one file that takes its whole time stops no one: the other process reads on. */
const WORKERS = 2

/** `workerPath` is the bundled statement-worker.ts. Two processes: files wait for each other, pages do not. */
export function createStatementService({ workerPath }: { readonly workerPath: string }): StatementService {
  const { readMs, waitMs, memoryMb, residentMb, processorMs } = STATEMENT_LIMITS
  const pool = createWorkerPool({
    size: WORKERS,
    taskLimitMs: readMs,
    waitLimitMs: waitMs,
    start: processesOf(workerPath, { memoryMb, residentMb, processorMs }),
  })
  /** What the worker found; undefined where its process broke. It answers this very task, so its answer has this type. */
  const read = async <Found>(
    name: string,
    input: StatementFile | DocumentFile,
    signal: AbortSignal | undefined,
  ): Promise<Found | undefined> => {
    try {
      return (await pool.run({ name, input }, signal)) as Found
    } catch (error) {
      if (!(error instanceof DocumentFailure)) throw error
      return undefined
    }
  }
  return {
    inspect: async (file, signal) =>
      (await read<Inspection>('inspect', file, signal)) ?? { verdict: 'unreadable', messages: [TOO_HEAVY] },
    inspectDocument: async (file, signal) =>
      (await read<DocumentInspection>('inspectDocument', file, signal)) ?? {
        verdict: 'refused',
        problem: 'damaged',
      },
    close: () => pool.close(),
  }
}
