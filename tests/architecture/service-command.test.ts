import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

const load = async <Module>(file: string): Promise<Module> =>
  (await import(pathToFileURL(join(PROJECT_ROOT, 'scripts', file)).href)) as Module
const { sourceDigest } = await load<{ sourceDigest: (paths: readonly string[], root: string) => string }>(
  'setup/freshness.mjs',
)
const { SERVER_FLAGS } = await load<{ SERVER_FLAGS: readonly string[] }>('setup/server-process.mjs')
const { SERVED_FOLDERS } = await load<{ SERVED_FOLDERS: readonly string[] }>('build.mjs')
const manifest = readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')

/** In place of the built server: it prints its process and how it was started, and ends at SIGTERM. */
const SERVER = `
process.on('SIGTERM', () => { console.log('drained'); process.exit(0) })
setInterval(() => {}, 1_000)
console.log('serves', JSON.stringify({ pid: process.pid, setting: process.env.SAMPLE_SETTING, folder: process.cwd() }))
`

let folder: string
let started: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-service-'))
})
afterEach(() => {
  started?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function writeProject({ isBuilt }: { readonly isBuilt: boolean }): void {
  writeFileSync(join(folder, 'package.json'), manifest)
  writeFileSync(join(folder, '.env'), 'SAMPLE_SETTING=from the file\n')
  cpSync(join(PROJECT_ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true })
  for (const output of SERVED_FOLDERS) {
    mkdirSync(join(folder, output), { recursive: true })
    if (isBuilt) writeFileSync(join(folder, output, '.built-from'), 'some digest')
  }
  writeFileSync(join(folder, 'apps/api/dist/main.js'), SERVER)
}

interface Run {
  readonly output: () => string
  readonly ended: Promise<number | null>
  readonly kill: () => void
}

function run(command: string, ...args: string[]): Run {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const child = spawn(command, args, { cwd: folder, env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] })
  started = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return { output: () => output, ended, kill: () => void child.kill('SIGTERM') }
}

const NODE = process.execPath

describe('the service command (docs/deploy.md)', () => {
  test('runs the server with its flags, in the process that a supervisor starts', async () => {
    const { serve } = (JSON.parse(manifest) as { scripts: Record<string, string> }).scripts
    expect(serve).toBe(`exec node ${SERVER_FLAGS.join(' ')} scripts/serve.mjs`)
    writeProject({ isBuilt: true })
    const { output, ended, kill } = run(NODE, ...SERVER_FLAGS, 'scripts/serve.mjs')
    await expect.poll(output, { timeout: 20_000 }).toContain('serves')
    const told = JSON.parse(/serves (.*)/.exec(output())?.[1] ?? '{}') as Record<string, unknown>
    expect(told).toEqual({ pid: started?.pid, setting: 'from the file', folder })
    kill()
    expect(await ended).toBe(0)
    expect(output()).toContain('drained')
  })

  test('builds nothing: without a whole build it names the folder and the command', async () => {
    writeProject({ isBuilt: false })
    const { output, ended } = run(NODE, 'scripts/serve.mjs')
    expect(await ended).toBe(1)
    expect(output()).toMatch(/^apps\/web\/dist, .*: not built, or not to the end\. Run: npm run build\n$/)
  })

  test.each([
    [NODE, '--run', 'serve'],
    ['npm', 'run', 'serve'],
  ])('SIGTERM to %s %s leaves no server behind', async (command, ...args) => {
    writeProject({ isBuilt: true })
    const { output, ended, kill } = run(command, ...args)
    await expect.poll(output, { timeout: 20_000 }).toContain('serves')
    kill()
    await ended
    await expect.poll(output, { timeout: 20_000 }).toContain('drained')
  })
})

test('a build that is moved to another folder is the same build', () => {
  const write = (root: string, text: string) => {
    mkdirSync(join(folder, root, 'src/below'), { recursive: true })
    writeFileSync(join(folder, root, 'src/below/one.ts'), text)
    writeFileSync(join(folder, root, 'src/two.ts'), 'two')
    return sourceDigest(['src'], join(folder, root))
  }
  expect(write('here', 'one')).toBe(write('elsewhere', 'one'))
  expect(write('here', 'one')).not.toBe(write('elsewhere', 'another'))
})
