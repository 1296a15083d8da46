import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeOnce } from '../objects/atomic-write.ts'
import { sha256Hex } from '../objects/object-key.ts'

/** Packages that stay in node_modules: a CommonJS one asks for Node's own modules in a way that no bundle has. */
const EXTERNAL = ['pngjs']

/** Bundles the worker for tests, as build-document-worker.ts does for its own. */
export async function buildStatementWorker(): Promise<string> {
  const entry = fileURLToPath(new URL('./statement-worker.ts', import.meta.url))
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
  const path = join(folder, `statement-worker-${sha256Hex(bytes).slice(0, 16)}.mjs`)
  await writeOnce(path, bytes)
  return path
}
