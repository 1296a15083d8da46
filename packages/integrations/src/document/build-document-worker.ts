import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeOnce } from '../objects/atomic-write.ts'
import { sha256Hex } from '../objects/object-key.ts'

/** Packages that stay in node_modules: they read files of their own, or gain nothing from bundling. */
const EXTERNAL = ['pdfkit', 'dejavu-fonts-ttf', '@signpdf/*']

/**
 * Bundles the worker for tests, which run from TypeScript sources; production bundles it with the server.
 * The file is named by its content in the packages' cache folder, so that runs at the same time share it.
 */
export async function buildDocumentWorker(): Promise<string> {
  const entry = fileURLToPath(new URL('./document-worker.ts', import.meta.url))
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: EXTERNAL,
  })
  const bytes = result.outputFiles[0]?.contents ?? new Uint8Array()
  const folder = fileURLToPath(new URL('../../../../node_modules/.cache/dolphin', import.meta.url))
  await mkdir(folder, { recursive: true })
  const path = join(folder, `document-worker-${sha256Hex(bytes).slice(0, 16)}.mjs`)
  await writeOnce(path, bytes)
  return path
}
