import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { API_BUILD } from './build-api.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { main, PROJECT_ROOT, run } from './setup/step.mjs'

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

/** Node 20 runs no TypeScript, so the simulator becomes one module first. */
async function buildSimulator() {
  const folder = join(PROJECT_ROOT, 'apps/api/dist')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `simulate-${process.pid}.mjs`)
  const { entryPoints: _entries, outdir: _outdir, plugins, ...options } = API_BUILD
  const { build } = await import('esbuild')
  await build({
    ...options,
    entryPoints: [join(PROJECT_ROOT, 'apps/api/src/testing/simulation/main.ts')],
    outfile,
    sourcemap: 'inline',
    plugins: [...plugins, modulesKnowTheirSource],
  })
  return outfile
}

await main(async () => {
  await ensureInstalled()
  const simulator = await buildSimulator()
  try {
    return await run(process.execPath, ['--enable-source-maps', simulator, ...process.argv.slice(2)])
  } finally {
    rmSync(simulator, { force: true })
  }
})
