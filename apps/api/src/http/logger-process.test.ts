import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
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
  process.on('SIGUSR2', () => {
    for (let line = 0; line < 12_000; line += 1) log.info({ text: 'x'.repeat(1_000) }, 'many')
    process.stderr.write('told')
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
    external: ['pino', 'sonic-boom'],
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

/** What a program tells, until a line of it has this text. */
async function readUntil(lines: NodeJS.ReadableStream, text: string): Promise<string> {
  let told = ''
  for await (const chunk of lines) {
    told += String(chunk)
    if (told.includes(text)) break
  }
  return told
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

test('a process ends although its disk is full', async () => {
  const full = openSync('/dev/full', 'w')
  const program = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  child = program
  const { stderr } = program
  if (stderr === null) throw new Error('it has no stream of errors')
  await once(stderr, 'data')
  const ended = once(program, 'exit')
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}, 10_000)

test('a reader that has fallen behind blocks no caller; lines beyond the limit are counted in the log', async () => {
  const program = await startProgram()
  program.kill('SIGUSR2')
  // It goes on without a reader
  await once(program.stderr, 'data')
  const told = await readUntil(program.stdout, 'lines of the log were lost')
  const lines = told.split('\n').filter((line) => line.includes('"msg":"many"'))
  const lost = Number(/"lost":(\d+)/.exec(told)?.[1])
  expect(lines.length).toBeGreaterThan(7_000)
  expect(lines.length + lost).toBe(12_000)
}, 20_000)
