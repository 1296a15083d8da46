import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { API_BUILD } from '../build-api.mjs'
import { PROJECT_ROOT, run } from './step.mjs'

/** Modules find migrations, workers and data beside themselves, so each keeps the address of its source. */
const modulesKnowTheirSource = {
  name: 'modules-know-their-source',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    }))
  },
}

/** Node 20 runs no TypeScript, so a program of the tests becomes one module first, and goes with its run. */
export async function runTestingProgram(source, args) {
  const folder = join(PROJECT_ROOT, 'apps/api/dist')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${basename(dirname(source))}-${process.pid}.mjs`)
  const { entryPoints: _entries, outdir: _outdir, plugins, ...options } = API_BUILD
  const { build } = await import('esbuild')
  await build({
    ...options,
    entryPoints: [join(PROJECT_ROOT, source)],
    outfile,
    sourcemap: 'inline',
    plugins: [...plugins, modulesKnowTheirSource],
  })
  try {
    return await run(process.execPath, ['--enable-source-maps', outfile, ...args])
  } finally {
    rmSync(outfile, { force: true })
  }
}
