import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sampleKey } from '@dolphin/testkit/sample-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, freePorts } from './cluster.ts'
import { PROJECT_ROOT, ServerNode } from './server-node.ts'

const WARNING = 40
const WAITS = 'waiting for PostgreSQL (DATABASE_URL)'
/** Production names what is of the demonstration at each start. */
const SAMPLE = 'not for real customers: '
const SAYS_SO_WITHIN_MS = 30_000
const PRODUCTION = {
  DOLPHIN_MODE: 'production',
  HOST: '127.0.0.1',
  TRUST_PROXY: 'true',
  MASTER_KEY: sampleKey('master'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'loans@lender.test',
  ALLOW_SANDBOX_MILITARY: 'true',
  ALLOW_SANDBOX_BANK: 'true',
  PLAID_CLIENT_ID: 'sample',
  PLAID_SECRET: 'sample',
  PLAID_ENVIRONMENT: 'sandbox',
  MX_CLIENT_ID: 'sample',
  MX_API_KEY: 'sample',
  MX_ENVIRONMENT: 'integration',
  MX_WEBHOOK_USERNAME: 'sample',
  MX_WEBHOOK_PASSWORD: 'sample',
  DRAIN_SECONDS: '0',
}

interface LogLine {
  readonly level: number
  readonly msg: string
  readonly host: string
  readonly pid: number
  readonly build: string
}

let folder: string
let database: Awaited<ReturnType<typeof createDatabase>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-log-'))
  database = await createDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Throws for a line that is no JSON. */
const linesOf = (log: string): readonly LogLine[] =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine)

/** A server process that ends by itself. */
async function run(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'apps/api/dist/main.js')], {
    cwd: PROJECT_ROOT,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, ...environment },
  })
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.error += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { ...said, code }
}

test('in production a wrong setting is a line of the log like any other', async () => {
  const { out, error, code } = await run({ ...PRODUCTION, PORT: 'many' })
  expect([code, error]).toEqual([1, ''])
  const [line, ...others] = linesOf(out)
  expect(others).toEqual([])
  expect(line).toMatchObject({ level: 60, host: hostname() })
  expect(line?.msg).toContain('PORT')
})

test('elsewhere a wrong setting is text for a person', async () => {
  const { out, error, code } = await run({ DOLPHIN_MODE: 'development', PORT: 'many' })
  expect([code, out]).toEqual([1, ''])
  expect(error).toContain('These settings are wrong:\n  PORT:')
  expect(error).toContain('.env.example')
})

test('a production node waits for its database and says so; each of its lines is JSON with host, process and build', async () => {
  const [port = 0, metricsPort = 0, databasePort = 0] = await freePorts(3)
  const real = new URL(database.url)
  const away = new URL(database.url)
  away.host = `127.0.0.1:${databasePort}`
  const node = new ServerNode([port, metricsPort], {
    ...PRODUCTION,
    DATA_DIR: folder,
    DATABASE_URL: away.href,
  })
  const started = node.start()
  await expect.poll(() => node.log.split(WAITS).length, { timeout: SAYS_SO_WITHIN_MS }).toBeGreaterThan(2)
  const way = createServer((socket) => {
    const there = connect(Number(real.port), real.hostname)
    socket.on('error', () => there.destroy())
    there.on('error', () => socket.destroy())
    socket.pipe(there).pipe(socket)
  }).listen(databasePort, '127.0.0.1')
  await started
  await fetch(`http://127.0.0.1:${port}/sign-in`)
  await wait(3_000)
  expect((await node.stop()).code).toBe(0)
  way.close()
  const lines = linesOf(node.log)
  for (const line of lines)
    expect(line).toMatchObject({
      host: hostname(),
      pid: lines[0]?.pid,
      build: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
  const warned = lines.filter(({ level }) => level >= WARNING).map(({ msg }) => msg)
  const waits = warned.filter((msg) => !msg.startsWith(SAMPLE))
  expect(waits.length).toBeGreaterThanOrEqual(2)
  expect(new Set(waits)).toEqual(new Set([WAITS]))
  expect(lines.map(({ msg }) => msg)).toContain('the server is ready')
})
