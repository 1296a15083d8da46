import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { API_BUILD } from '../build-api.mjs'
import { PROJECT_ROOT, run } from './step.mjs'

/** Modules find migrations, workers and data beside themselves, so each keeps the address of its source. */
const sourcesFor = (edited) => ({
  name: 'sources-of-a-testing-program',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: edited(path, readFileSync(path, 'utf8')).replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    }))
  },
})

/**
 * Makes one module of a program of the tests, as the server is one, and returns its path. Node's own type stripping cannot
 * take its place: seeded defects go into the text on the way, and sources have parameter properties, which Node does not
 * strip.
 * @param {string} source from the project's root
 * @param {string} name of the module, beside the number of this process
 * @param {(path: string, text: string) => string} edited a module's text as it goes into the program
 */
export async function buildTestingProgram(source, name, edited = (_, text) => text) {
  const folder = join(PROJECT_ROOT, 'apps/api/dist')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${name}-${process.pid}.mjs`)
  const { entryPoints: _entries, outdir: _outdir, plugins, ...options } = API_BUILD
  const { build } = await import('esbuild')
  await build({
    ...options,
    entryPoints: [join(PROJECT_ROOT, source)],
    outfile,
    sourcemap: 'inline',
    plugins: [...plugins, sourcesFor(edited)],
  })
  return outfile
}

/** A program of the tests, built, run and taken away again. */
export async function runTestingProgram(source, args) {
  const program = await buildTestingProgram(source, basename(dirname(source)))
  try {
    return await run(process.execPath, ['--enable-source-maps', program, ...args])
  } finally {
    rmSync(program, { force: true })
  }
}
