import { fork } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT, SetupError } from '../../../../scripts/setup/step.mjs'
import { readLoop } from '../measured-server.mjs'
import { buildWork } from '../work-process.mjs'

const PROCESS = join(PROJECT_ROOT, 'tools/assurance/bench/floors/floor-process.mjs')
const PROBE = pathToFileURL(join(PROJECT_ROOT, 'tools/assurance/bench/event-loop-probe.mjs')).href

/**
 * Starts a bare handler in a process of its own, to be measured as the product is.
 *
 * @param {import('./bare-handler.ts').FloorWork} work
 */
export async function startFloor(work) {
  const module = await buildWork('tools/assurance/bench/floors/bare-handler.ts')
  const workFile = `${module}.json`
  writeFileSync(workFile, JSON.stringify(work))
  const child = fork(PROCESS, [pathToFileURL(module).href, workFile], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--import', PROBE],
  })
  const port = await new Promise((done, failed) => {
    child.once('message', (message) => done(message.port))
    child.once('exit', (code) => failed(new SetupError(`the floor ended with ${code}`)))
  })
  return {
    port,
    readLoop: () => readLoop(child),
    stop() {
      child.kill()
      for (const file of [module, workFile]) rmSync(file, { force: true })
    },
  }
}
