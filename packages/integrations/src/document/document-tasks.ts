import { createHash } from 'node:crypto'
import {
  type AgreementFigures,
  differingFigures,
  readAgreementFigures,
} from '@dolphin/domain/documents/agreement-figures'
import type { DocumentModel } from '@dolphin/domain/documents/document-model'
import { readPdfText } from './pdf-text.ts'
import { renderPdf } from './render-pdf.ts'
import { type SealRequest, sealPdf } from './seal.ts'
import { type DocumentVerdict, verifyDocument } from './verify.ts'

export type RenderedDocument = { readonly pdf: Uint8Array; readonly sha256: string }

/** The work that is too heavy for the event loop; every task is plain data in and plain data out. */
export const DOCUMENT_TASKS = {
  render: async ({ model, at }: { model: DocumentModel; at: Date }): Promise<RenderedDocument> =>
    withHash(await renderPdf(model, at)),

  renderAgreement: async (task: {
    model: DocumentModel
    figures: AgreementFigures
    at: Date
  }): Promise<RenderedDocument> => {
    const pdf = await renderPdf(task.model, task.at)
    const differing = differingFigures(task.figures, readAgreementFigures(readPdfText(pdf)))
    if (differing.length > 0) throw new Error(`the rendered agreement differs in: ${differing.join(', ')}`)
    return withHash(pdf)
  },

  readFigures: ({ pdf }: { pdf: Uint8Array }): Promise<AgreementFigures> =>
    Promise.resolve(readAgreementFigures(readPdfText(pdf))),

  seal: async ({ pdf, request }: { pdf: Uint8Array; request: SealRequest }): Promise<RenderedDocument> =>
    withHash(await sealPdf(pdf, request)),

  verify: ({
    pdf,
    certificates,
  }: {
    pdf: Uint8Array
    certificates: readonly string[]
  }): Promise<DocumentVerdict> => Promise.resolve(verifyDocument(pdf, certificates)),
} as const

type Tasks = typeof DOCUMENT_TASKS
export type TaskName = keyof Tasks
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0]
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

function withHash(pdf: Uint8Array): RenderedDocument {
  return { pdf, sha256: createHash('sha256').update(pdf).digest('hex') }
}
