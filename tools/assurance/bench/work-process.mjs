import { fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { SHIPPED_BUILDS, copyApiFiles } from '../../../scripts/build-api.mjs'
import { SERVER_FLAGS } from '../../../scripts/setup/server-process.mjs'
import { PROJECT_ROOT, SetupError } from '../../../scripts/setup/step.mjs'

const PROCESS = join(PROJECT_ROOT, 'tools/assurance/bench/work-step.mjs')

/**
 * Builds the work of a measure as one module, as the server is shipped, and beside it, whose migrations it finds there;
 * answers its path, which the caller removes.
 *
 * @param {string} path of its module in the repository
 * @param {{ besideServer?: boolean }} options the server was built before: its files are not touched, for others may be
 *   starting from them
 */
export async function buildWork(path, { besideServer = false } = {}) {
  const folder = join(PROJECT_ROOT, 'apps/api/dist')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${basename(path, '.ts')}-${process.pid}.mjs`)
  const [{ entryPoints: _entries, outdir: _outdir, ...options }] = SHIPPED_BUILDS
  await build({
    ...options,
    entryPoints: [join(PROJECT_ROOT, path)],
    outfile,
    sourcemap: false,
  })
  if (!besideServer) copyApiFiles()
  return outfile
}

/**
 * Runs one step of the work in a process of its own, with the server's flags, so that its memory is its own and that of
 * a server; answers what it answered.
 *
 * @param {{ profileFolder?: string }} options where the process leaves its CPU profile
 */
export function inOwnProcess(module, step, work, { profileFolder } = {}) {
  return new Promise((done, failed) => {
    const child = fork(PROCESS, [pathToFileURL(module).href, step, JSON.stringify(work)], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, NODE_ENV: 'production' },
      execArgv: [
        ...SERVER_FLAGS,
        ...(profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]),
      ],
    })
    child.once('message', ({ answer }) => done(answer))
    child.once('exit', (code) => failed(new SetupError(`the step ${step} ended with ${code}`)))
  })
}
