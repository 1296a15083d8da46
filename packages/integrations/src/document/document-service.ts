import type { AgreementFigures } from '@dolphin/domain/documents/agreement-figures'
import type { DocumentModel } from '@dolphin/domain/documents/document-model'
import type { RenderedDocument, TaskInput, TaskName, TaskResult } from './document-tasks.ts'
import type { SealRequest } from './seal.ts'
import type { DocumentVerdict } from './verify.ts'
import { createWorkerPool } from '../worker/worker-pool.ts'
import { threadsOf } from '../worker/worker-thread.ts'

/** Documents made, sealed and checked off the event loop. Failures are thrown as `DocumentFailure`. */
export type DocumentService = {
  /** Any document as tagged PDF; the same model and instant give the same bytes. */
  render(model: DocumentModel, at: Date): Promise<RenderedDocument>
  /** An agreement, whose figures are read back from the finished PDF and compared before it is handed out. */
  renderAgreement(model: DocumentModel, figures: AgreementFigures, at: Date): Promise<RenderedDocument>
  /** The figures a reader sees in an agreement's PDF. */
  readFigures(pdf: Uint8Array): Promise<AgreementFigures>
  seal(pdf: Uint8Array, request: SealRequest): Promise<RenderedDocument>
  /** Whether one of the certificates (PEM) sealed this file and it is still whole. */
  verify(pdf: Uint8Array, certificates: readonly string[]): Promise<DocumentVerdict>
  close(): Promise<void>
}

const TASK_LIMIT_MS = 60_000
const LIMITS = { memoryMb: 256, buffersMb: 512 }

/** `workerPath` is the bundled document-worker.ts; `workers` the most threads to use (default 1). */
export function createDocumentService(options: {
  readonly workerPath: string
  readonly workers?: number
}): DocumentService {
  const pool = createWorkerPool({
    size: options.workers ?? 1,
    taskLimitMs: TASK_LIMIT_MS,
    start: threadsOf(options.workerPath, LIMITS),
  })
  const run = async <Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskResult<Name>> =>
    // The worker runs the task of this very name, so its answer has this type.
    (await pool.run({ name, input })) as TaskResult<Name>
  return {
    render: (model, at) => run('render', { model, at }),
    renderAgreement: (model, figures, at) => run('renderAgreement', { model, figures, at }),
    readFigures: (pdf) => run('readFigures', { pdf }),
    seal: (pdf, request) => run('seal', { pdf, request }),
    verify: (pdf, certificates) => run('verify', { pdf, certificates }),
    close: () => pool.close(),
  }
}
