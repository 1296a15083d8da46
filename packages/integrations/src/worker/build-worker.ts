import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeOnce } from '../objects/atomic-write.ts'
import { sha256Hex } from '../objects/object-key.ts'

const CACHE = new URL('../../../../node_modules/.cache/dolphin', import.meta.url)

/**
 * Bundles a worker for tests, which run from TypeScript sources; production bundles it with the server.
 * The file is named by its content in the packages' cache folder, so that runs at the same time share it.
 * `external` names packages that stay in node_modules.
 */
export async function buildWorker(entry: URL, external: readonly string[]): Promise<string> {
  const source = fileURLToPath(entry)
  const result = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: [...external],
  })
  const bytes = result.outputFiles[0]?.contents ?? new Uint8Array()
  const folder = fileURLToPath(CACHE)
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${basename(source, '.ts')}-${sha256Hex(bytes).slice(0, 16)}.mjs`)
  await writeOnce(path, bytes)
  return path
}
