import { buildWorker } from '../worker/build-worker.ts'

/** They read files of their own, or gain nothing from bundling. */
const EXTERNAL = ['pdfkit', 'dejavu-fonts-ttf', '@signpdf/*']

/** The path of the document worker's bundle, for tests. */
export const buildDocumentWorker = (): Promise<string> =>
  buildWorker(new URL('./document-worker.ts', import.meta.url), EXTERNAL)
