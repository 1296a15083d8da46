import { buildWorker } from '../worker/build-worker.ts'

/** A CommonJS package asks for Node's own modules in a way that no bundle has; the PDF reader is large. */
const EXTERNAL = ['pngjs', 'unpdf']

/** The path of the statement worker's bundle, for tests. */
export const buildStatementWorker = (): Promise<string> =>
  buildWorker(new URL('./statement-worker.ts', import.meta.url), EXTERNAL)
