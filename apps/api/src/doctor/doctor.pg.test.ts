import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '@dolphin/database/driver/open'
import {
  startSftpTestServer,
  TEST_PASSWORD,
  TEST_USER,
} from '@dolphin/integrations/ach-gateway/sftp-test-server'
import { createSealIdentity } from '@dolphin/integrations/document/seal-identity'
import { startSmtpTestServer } from '@dolphin/integrations/mail/smtp-test-server'
import {
  S3_TEST_BUCKET,
  S3_TEST_CREDENTIALS,
  S3_TEST_REGION,
  startS3TestServer,
} from '@dolphin/integrations/objects/s3-test-server'
import { sampleKey } from '@dolphin/testkit/sample-key'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runDoctor } from './command-line.ts'
import type { Machine } from './examined.ts'
import { examine } from './examine.ts'

const PROJECT = resolve(import.meta.dirname, '../../../..')
const NOW = new Date('2026-03-05T15:00:00Z')
const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? ''
const HOST_KEY = `SHA256:${'A'.repeat(43)}`
const PRODUCTION = {
  DOLPHIN_MODE: 'production',
  TRUST_PROXY: 'false',
  MASTER_KEY: sampleKey('master'),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@lender.test',
  ALLOW_SANDBOX_MILITARY: 'true',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-doctor-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

const machine = (env: Readonly<Record<string, string>>, now = () => new Date()): Machine => ({
  env: {
    DOLPHIN_MODE: 'development',
    DATA_DIR: folder,
    PORTFOLIOS_DIR: join(PROJECT, 'data/portfolios'),
    ...env,
  },
  workDir: '/nowhere',
  nodeVersion: process.versions.node,
  now,
})

/** What the doctor says of one part, as lines of text. */
async function saidOf(
  part: string,
  env: Readonly<Record<string, string>>,
  now?: () => Date,
): Promise<string[]> {
  const findings = await examine(machine(env, now))
  return findings
    .filter((finding) => finding.part === part)
    .map(({ state, says, mend }) => [state, says, mend].filter(Boolean).join(' | '))
}

/** Does something at a web server that answers every request with this status. */
async function withWebServer<T>(status: number, work: (url: string) => Promise<T>): Promise<T> {
  const server: Server = createServer((request, response) => {
    request.resume()
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  const address = server.address()
  try {
    return await work(
      `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    )
  } finally {
    server.close()
  }
}

test('wrong settings are one finding, and the machine is looked at all the same', async () => {
  const findings = await examine(machine({ PORT: 'many' }))
  expect(findings.map(({ part, state }) => `${part}: ${state}`)).toEqual([
    'Node.js: right',
    'time zone: right',
    'settings: wrong',
    'all other parts: notAsked',
  ])
})

test('a development machine without settings has nothing wrong: exit code 0, and 1 or 2 else', async () => {
  const lines: string[] = []
  const run = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    await runDoctor(argv, {
      ...machine(env),
      out: (text) => void lines.push(text),
      error: (text) => void lines.push(text),
    })
  expect(await run([])).toBe(0)
  expect(lines.pop()).toMatch(/✓ Node\.js[^]*Nothing is wrong\.$/)
  expect(await run(['--json'], { DATABSE_URL: 'x' })).toBe(1)
  expect(JSON.parse(lines.pop() ?? '')).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ part: 'settings', state: 'wrong' })]),
  })
  expect(await run(['--jsno'])).toBe(2)
})

test('an old Node.js and an open data folder are wrong', async () => {
  expect((await examine({ ...machine({}), nodeVersion: '20.19.0' }))[0]).toMatchObject({ state: 'wrong' })
  const open = join(folder, 'open')
  mkdirSync(open)
  chmodSync(open, 0o755)
  expect(await saidOf('data folder', { DATA_DIR: open })).toEqual([
    `wrong | ${open} is open to other users | chmod 0700 ${open}`,
  ])
})

test('a database role above row-level security is wrong, an ordinary one with dolphin_borrower is right', async () => {
  const id = randomUUID().replaceAll('-', '')
  const name = `doctor_${id}`
  const server = await openDatabase({ url: SERVER_URL, poolSize: 1 })
  const on = async (text: string) => void (await server.executeSql(text))
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  url.username = name
  const said = (what: string) => saidOf(what, { DATABASE_URL: url.href })
  try {
    await on(
      `do $$ begin create role dolphin_borrower nologin; exception when duplicate_object then null; end $$`,
    )
    await on(`create role ${name} login superuser`)
    await on(`create database ${name} owner ${name}`)
    expect(await said('database rights')).toEqual([
      expect.stringContaining(`wrong | ${name} is above row-level`),
    ])
    await on(`alter role ${name} nosuperuser`)
    expect(await said('database rights')).toEqual([
      expect.stringMatching(/^wrong.*dolphin_borrower.*roles\.sql/),
    ])
    await on(`grant dolphin_borrower to ${name}`)
    expect(await said('database rights')).toEqual([expect.stringMatching(/^right/)])
    expect(await said('database')).toEqual([expect.stringMatching(/^right \| PostgreSQL 1/)])
    expect(await said('pooler')).toEqual([expect.stringMatching(/^right \| none/)])
    expect(await said('schema')).toEqual(['right | empty: the first start makes it'])
    // Two servers are named, of which one is away: asked is the one that takes writes.
    const several = url.href.replace(url.host, `${url.host},127.0.0.1:1`)
    expect(await saidOf('database', { DATABASE_URL: several })).toEqual([
      expect.stringMatching(/^right \| PostgreSQL 1/),
    ])
    const late = () => new Date(Date.now() - 60_000)
    expect(await saidOf('clock', { DATABASE_URL: url.href }, late)).toEqual([
      expect.stringMatching(/^wrong.*ahead/),
    ])
  } finally {
    await on(`drop database if exists ${name} with (force)`)
    await on(`drop role if exists ${name}`)
    await server.close()
  }
  expect(await said('database')).toEqual([expect.stringMatching(/^wrong \| not reachable.*DATABASE_URL/)])
})

test('mail: without TLS refused in production, right elsewhere; a wrong password is named', async () => {
  const server = await startSmtpTestServer()
  try {
    const production = { ...PRODUCTION, DATABASE_URL: SERVER_URL, SMTP_URL: server.url }
    expect(await saidOf('mail', production)).toEqual([expect.stringMatching(/^wrong \| ETLS.*STARTTLS/)])
    expect(await saidOf('mail', { SMTP_URL: server.url })).toEqual([
      expect.stringMatching(/^right.*in clear/),
    ])
    server.refuse('AUTH', 535)
    const signIn = server.url.replace('smtp://', 'smtp://lender:wrong@')
    const [said = ''] = await saidOf('mail', { SMTP_URL: signIn })
    expect(said).toMatch(/^wrong \| EAUTH.*Correct user and password/)
    expect(said).not.toContain('lender:wrong')
    expect(server.received).toEqual([])
  } finally {
    await server.close()
  }
})

test('bank: the day’s operations, modes and clock; another host key and a missing folder are named', async () => {
  const root = mkdtempSync(join(folder, 'bank-'))
  for (const name of ['outbox', 'inbox', 'archive']) mkdirSync(join(root, name))
  const server = await startSftpTestServer(root)
  const env = {
    BANK_GATEWAY: 'sftp',
    BANK_SFTP_HOST: '127.0.0.1',
    BANK_SFTP_PORT: String(server.port),
    BANK_SFTP_USER: TEST_USER,
    BANK_SFTP_PASSWORD: TEST_PASSWORD,
    BANK_SFTP_HOST_KEY: server.fingerprint,
  }
  const said = (more: Readonly<Record<string, string>> = {}) => saidOf('bank (SFTP)', { ...env, ...more })
  try {
    writeFileSync(join(root, 'inbox', 'RETURNS.ACH'), '101 sample')
    expect(await said()).toEqual([
      'right | signs in, lists, writes, renames and deletes; 1 files wait',
      'right | our files have mode 0600',
      expect.stringMatching(/^right \| its clock is -?[01] s ahead/),
    ])
    expect(await said({ BANK_SFTP_HOST_KEY: HOST_KEY })).toEqual([
      expect.stringMatching(/^wrong.*ssh-keyscan/),
    ])
    expect(await said({ BANK_SFTP_OUTBOX: '/none' })).toEqual([
      expect.stringMatching(/^wrong.*BANK_SFTP_OUTBOX/),
    ])
  } finally {
    await server.close()
  }
})

test('object store: conditional writes are proved; a bucket that refuses is named', async () => {
  const server = await startS3TestServer()
  for (const [name, value] of Object.entries(S3_TEST_CREDENTIALS)) vi.stubEnv(name, value)
  const env = {
    OBJECT_STORE: 's3',
    S3_BUCKET: S3_TEST_BUCKET,
    S3_REGION: S3_TEST_REGION,
    S3_ENDPOINT: server.endpoint,
    DATABASE_URL: SERVER_URL,
  }
  try {
    const ofBuckets = (more: Readonly<Record<string, string>> = {}) =>
      saidOf('object store', { ...env, ...more })
    expect(await ofBuckets()).toEqual([expect.stringMatching(/^right/), expect.stringMatching(/^notAsked/)])
    const [other, keys] = [{ S3_BUCKET: 'another-bucket' }, { S3_KEYS_BUCKET: 'another-bucket' }]
    expect((await ofBuckets(other))[0]).toMatch(/^wrong.*S3_BUCKET/)
    expect((await ofBuckets(keys))[1]).toMatch(/^wrong.*S3_KEYS_BUCKET/)
  } finally {
    await server.close()
  }
})

test.each([
  [200, /^right/, /^right/],
  [401, /^wrong \| refuses/, /^wrong \| refuses/],
  [503, /^wrong \| not reachable/, /^right/],
])('vendors and gateway that answer %i', async (status, ofVendor, ofGateway) => {
  await withWebServer(status, async (url) => {
    const plaid = { PLAID_CLIENT_ID: 'id', PLAID_SECRET: 'secret', PLAID_BASE_URL: url }
    const names = { MX_WEBHOOK_USERNAME: 'mx', MX_WEBHOOK_PASSWORD: 'word' }
    const mx = { MX_CLIENT_ID: 'id', MX_API_KEY: 'key', MX_BASE_URL: url, ...names }
    const military = { MILITARY_URL: url, MILITARY_API_KEY: 'key' }
    expect(await saidOf('Plaid', plaid)).toEqual([expect.stringMatching(ofVendor)])
    expect(await saidOf('MX', mx)).toEqual([expect.stringMatching(ofVendor)])
    expect(await saidOf('covered-borrower check', military)).toEqual([expect.stringMatching(ofGateway)])
  })
})

test('a seal that ends within a month is wrong; production names what is of the demonstration', async () => {
  const keys = join(folder, 'keys/118')
  mkdirSync(keys, { recursive: true })
  const made = createSealIdentity('Sample Lender', NOW)
  writeFileSync(join(keys, 'document-seal.pem'), `${made.privateKeyPem}${made.certificatePem}`)
  const said = (now: Date) => saidOf('document seal', {}, () => now)
  expect(await said(NOW)).toContain('right | portfolio 118: its certificate counts until 2056-03-04')
  expect(await said(new Date('2056-03-01T00:00:00Z'))).toContainEqual(expect.stringMatching(/^wrong.*118/))
  const samples = await saidOf('sample data', {
    ...PRODUCTION,
    DATABASE_URL: SERVER_URL,
    ALLOW_SANDBOX_BANK: 'true',
  })
  for (const what of ['rates', 'license text', 'self-signed', 'sandbox bank', 'covered-borrower'])
    expect(samples.join('\n')).toContain(what)
  expect(readFileSync(join(keys, 'document-seal.pem'), 'utf8')).toContain('CERTIFICATE')
})
