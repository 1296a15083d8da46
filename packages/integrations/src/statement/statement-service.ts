import type { Localized } from '@dolphin/domain/portfolios/localized'
import { createWorkerPool, DocumentFailure } from '../document/worker-pool.ts'
import type { DocumentFile, DocumentInspection } from './inspect-document.ts'
import type { Inspection, StatementFile } from './inspect-statement.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/**
 * Files of strangers, read in a thread of their own with a limit of memory and time. Source:
 * design/security.md T16.
 */
export type StatementService = {
  /** What a file is. One that the thread cannot cope with is `unreadable`; the next file gets a new thread. */
  inspect(file: StatementFile): Promise<Inspection>
  /** The same of a document that a review asked for; one that the thread cannot cope with is `damaged`. */
  inspectDocument(file: DocumentFile): Promise<DocumentInspection>
  close(): Promise<void>
}

const TOO_HEAVY: Localized = {
  en: 'This file takes too long to read. Save it again, or send a smaller part of it.',
  es: 'Leer este archivo tarda demasiado. Guárdelo de nuevo o envíe una parte más pequeña.',
}

/** `workerPath` is the bundled statement-worker.ts. One thread: files wait for each other, pages do not. */
export function createStatementService({ workerPath }: { readonly workerPath: string }): StatementService {
  const pool = createWorkerPool(workerPath, 1, {
    taskLimitMs: STATEMENT_LIMITS.readMs,
    memoryMb: STATEMENT_LIMITS.memoryMb,
    buffersMb: STATEMENT_LIMITS.buffersMb,
  })
  /** What the worker found; undefined where its thread broke. It answers this very task, so its answer has this type. */
  const read = async <Found>(
    name: string,
    input: StatementFile | DocumentFile,
  ): Promise<Found | undefined> => {
    try {
      return (await pool.run({ name, input })) as Found
    } catch (error) {
      if (!(error instanceof DocumentFailure)) throw error
      return undefined
    }
  }
  return {
    inspect: async (file) =>
      (await read<Inspection>('inspect', file)) ?? { verdict: 'unreadable', messages: [TOO_HEAVY] },
    inspectDocument: async (file) =>
      (await read<DocumentInspection>('inspectDocument', file)) ?? { verdict: 'refused', problem: 'damaged' },
    close: () => pool.close(),
  }
}
