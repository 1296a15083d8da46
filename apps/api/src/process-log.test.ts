import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Beside the sources, so that the program finds its packages. */
const PROGRAM = join(import.meta.dirname, `../node_modules/.cache/process-log-${process.pid}.mjs`)
const SOURCE = `
  import { createLogger } from './http/logger.ts'
  import { logWholeProcess } from './process-log.ts'
  logWholeProcess(createLogger({ logLevel: 'info', build: 'abc' }))
  const acts = {
    warning: () => process.emitWarning('old ways', 'DeprecationWarning', 'DEP0001'),
    console: () => console.error('two\\nlines'),
    uncaught: () => setTimeout(() => { throw new TypeError('of Jordan Sample') }),
    rejection: () => void Promise.reject(new RangeError('of Jordan Sample')),
  }
  acts[process.argv[2]]()
`

beforeAll(() =>
  build({
    stdin: { contents: SOURCE, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile: PROGRAM,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [
      {
        name: 'own-packages-come-along',
        setup: (bundling) =>
          bundling.onResolve({ filter: /^@dolphin\// }, ({ path }) => ({
            path: join(
              import.meta.dirname,
              '../../../packages',
              path.replace(/^@dolphin\/([\w-]+)/, '$1/src') + '.ts',
            ),
          })),
      },
    ],
  }),
)
afterAll(() => rmSync(PROGRAM, { force: true }))

/** Runs the program; returns its lines and its exit code. Throws for a line that is no JSON. */
async function act(name: string) {
  const child = spawn(process.execPath, [PROGRAM, name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.error += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(said.error).toBe('')
  return {
    code,
    text: said.out,
    lines: said.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  }
}

test('a warning of Node is one line of the log', async () => {
  const { code, lines } = await act('warning')
  expect(code).toBe(0)
  expect(lines).toMatchObject([
    { level: 40, build: 'abc', warning: 'DeprecationWarning', warningCode: 'DEP0001', text: 'old ways' },
  ])
})

test('what a library writes to the console are lines of the log', async () => {
  expect((await act('console')).lines).toMatchObject([
    { level: 40, text: 'two' },
    { level: 40, text: 'lines' },
  ])
})

test.each([
  ['uncaught', 'uncaughtException', 'TypeError'],
  ['rejection', 'unhandledRejection', 'RangeError'],
])(
  'an error that ends the process (%s) is its last line, without its message',
  async (name, origin, kind) => {
    const { code, lines, text } = await act(name)
    expect(code).toBe(1)
    expect(lines).toMatchObject([{ level: 60, origin, failure: { kind } }])
    expect(text).not.toContain('Jordan')
  },
)
