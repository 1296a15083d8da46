import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

/** Beside the sources, so that the program finds its packages. */
const PROGRAM = join(import.meta.dirname, `../../node_modules/.cache/logger-${process.pid}.mjs`)
const SOURCE = `
  import { createLogger } from './logger.ts'
  const log = createLogger({ logLevel: 'info', build: 'test' })
  process.on('SIGTERM', () => {
    log.info('stopped')
    process.exit(0)
  })
  setInterval(() => {}, 1_000)
  process.stderr.write('ready')
`

let child: ChildProcess | undefined

beforeAll(async () => {
  await build({
    stdin: { contents: SOURCE, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile: PROGRAM,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pino'],
  })
})
afterEach(() => void child?.kill('SIGKILL'))
afterAll(() => rmSync(PROGRAM, { force: true }))

/** Starts a process with a server's log; it ends as soon as it is signaled. */
async function startProgram() {
  const started = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'pipe'] })
  child = started
  await once(started.stderr, 'data')
  return started
}

test('the last line of a process that ends is written', async () => {
  const program = await startProgram()
  const printed = once(program.stdout, 'data')
  program.kill('SIGTERM')
  expect(String((await printed)[0])).toContain('"msg":"stopped"')
})

test('a process ends even when the reader of its log has ended', async () => {
  const program = await startProgram()
  const ended = once(program, 'exit')
  program.stdout.destroy()
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}, 10_000)
