import { DAY_MS } from '@dolphin/domain/time/durations'
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startLocalPostgres } from '@dolphin/api/testing/local-postgres'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrow } from './borrower.ts'
import { EmptyMachine } from './empty-machine.ts'
import { enrollAdministrator, invitationIn } from './first-administrator.ts'
import { pageSteps } from './page-commands.ts'
import { type RunningService, startService, stopService } from './service-unit.ts'
import { TlsClient } from './tls-client.ts'
import { startTlsMailServer, type TlsMailServer } from './tls-mail-server.ts'

const READY_LIMIT_MS = 90_000
const POLL_MS = 100
/** Of a loan that is signed and approved, and of one whose money has arrived. */
const [SIGNED, FUNDED] = [LoanStatus.approved, LoanStatus.disbursed]
/** Of the page; the machine that tests run on has them. */
const PROGRAMS = '1. Programs'

let root: string
let postgres: Awaited<ReturnType<typeof startLocalPostgres>>
let mail: TlsMailServer
let machine: EmptyMachine
let ports: Awaited<ReturnType<typeof freePorts>>
const services: RunningService[] = []
let balancer: ChildProcess | undefined
const times: string[] = []
let begunAt = performance.now()

function step(name: string): void {
  times.push(`${name.padEnd(24)} ${((performance.now() - begunAt) / 1_000).toFixed(1)} s`)
  begunAt = performance.now()
}

async function freePorts() {
  const open = Array.from({ length: 6 }, () => createServer())
  const found = await Promise.all(
    open.map(
      (probe) =>
        new Promise<number>((done) => {
          probe.listen(0, '127.0.0.1', () => {
            const address = probe.address()
            done(typeof address === 'object' && address !== null ? address.port : 0)
          })
        }),
    ),
  )
  await Promise.all(open.map((probe) => new Promise((done) => probe.close(done))))
  const [plain = 0, tls = 0, first = 0, second = 0, metrics = 0, others = 0] = found
  return { plain, tls, nodes: [first, second] as const, metrics: [metrics, others] as const }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dolphin-deployment-'))
  // The database's user and the service's are others than the test's.
  chmodSync(root, 0o755)
  postgres = await startLocalPostgres(join(root, 'postgresql'))
  mail = await startTlsMailServer(root)
  ports = await freePorts()
  machine = new EmptyMachine(join(mkdtempSync(join(tmpdir(), 'dolphin-machine-'))), {
    databaseUrl: new URL(postgres.url),
    smtpUrl: mail.url,
    smtpAuthority: mail.certificateFile,
    ports,
  })
})
afterAll(async () => {
  balancer?.kill('SIGKILL')
  await Promise.all(services.map(stopService))
  await mail.close()
  const ended = new Promise((done) => postgres.child.once('exit', done))
  postgres.child.kill('SIGTERM')
  await ended
  for (const folder of [root, machine.root]) rmSync(folder, { recursive: true, force: true })
})

async function ready(url: string, service: RunningService): Promise<void> {
  const deadline = performance.now() + READY_LIMIT_MS
  while ((await fetch(url).catch(() => undefined))?.ok !== true) {
    if (service.child.exitCode !== null || performance.now() > deadline)
      throw new Error(`a node is not ready:\n${service.log().slice(-3_000)}`)
    await wait(POLL_MS)
  }
}

async function startNode(index: 0 | 1, clockOffsetMs = 0): Promise<RunningService> {
  const service = startService(
    machine.place('/etc/systemd/system/dolphin.service'),
    machine.place(`credentials-${index + 1}`),
    machine.user,
    {
      PORT: String(ports.nodes[index]),
      METRICS_PORT: String(ports.metrics[index]),
      ...(clockOffsetMs === 0 ? {} : laterClock(clockOffsetMs)),
    },
  )
  services.push(service)
  await ready(`http://127.0.0.1:${ports.nodes[index]}/readyz`, service)
  return service
}

/** Production has no clock that a demonstration could move, so the machine's own goes later for the process. */
const laterClock = (offsetMs: number) => ({
  LD_PRELOAD: process.env['LIBFAKETIME'] ?? '',
  FAKETIME: `+${Math.round(offsetMs / 1_000)}`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
})

/** Hours of New York at which a node's round settles what the bank has, cuts the same-day file, and the batch. */
const HOURS = ['09:00', '13:01', '16:45']
const MOST_DAYS = 8
const WEEKEND = [0, 6]
const ROUND_LIMIT_MS = 25_000

/** Lets one node live through the rest of today and the coming days, a few seconds of each, until the loan has this status. */
async function liveUntil(status: number, statusOf: () => Promise<number | undefined>): Promise<void> {
  const today = new Date()
  for (let day = 0; day <= MOST_DAYS; day += 1) {
    const later = new Date(today.getTime() + day * DAY_MS)
    if (WEEKEND.includes(later.getUTCDay())) continue
    const date = later.toISOString().slice(0, 10)
    for (const hour of HOURS) {
      const offsetMs = newYorkInstant(date, hour).getTime() - Date.now()
      if (offsetMs < 0) continue
      const service = await startNode(0, offsetMs)
      const deadline = performance.now() + ROUND_LIMIT_MS
      while ((await statusOf()) !== status && performance.now() < deadline) await wait(POLL_MS)
      await stopService(service)
      if ((await statusOf()) === status) return
    }
  }
}

/** 09:00 of a day in New York, whichever of the two offsets from UTC it has then. */
function newYorkInstant(date: string, hour: string): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' })
  const candidates = ['-05:00', '-04:00'].map((offset) => new Date(`${date}T${hour}:00${offset}`))
  const [found] = candidates.filter((instant) => clock.format(instant) === hour)
  if (found === undefined) throw new Error(`there is no ${hour} on ${date}`)
  return found
}

test('docs/deploy.md: from an empty machine to a funded loan over TLS, by its own commands', async () => {
  machine.unpackRelease()
  const said = new Map<string, string>()
  for (const { title, commands } of pageSteps()) {
    if (title === PROGRAMS) continue
    // Somebody with two nodes and a certificate of their own: the services start where the page starts them.
    if (title.startsWith('9.')) {
      balancer = spawn(
        process.env['HAPROXY'] ?? 'haproxy',
        ['-db', '-f', machine.place('/etc/haproxy/haproxy.cfg')],
        {
          stdio: 'ignore',
        },
      )
    }
    said.set(title, await machine.run(commands))
    step(title)
    if (title.startsWith('7.')) {
      await startNode(0)
      await startNode(1)
      step('two nodes ready')
    }
  }

  const wrong = (said.get('6. Doctor') ?? '').match(/^✗ .*$/gm) ?? []
  expect(wrong.filter((line) => !line.startsWith('✗ sample data'))).toEqual([])
  const invited = said.get('9. The first loan') ?? ''
  expect(invited).toContain('Ada Example is invited')

  expect((statSync(machine.place('/var/lib/dolphin')).mode & 0o777).toString(8)).toBe('700')
  const certificate = readFileSync(machine.place('/etc/haproxy/site.crt'), 'utf8')
  const desk = { host: 'desk.lender.test', port: ports.tls, certificate }
  await enrollAdministrator('Ada Example', invitationIn(invited), desk)
  step('administrator enrolled')
  const http = new TlsClient(ports.tls, certificate)
  const { loanNo } = await borrow(http, mail, { today: new Date(), step })
  http.close()

  const database = new pg.Client({
    connectionString: readFileSync(machine.place('/etc/dolphin/secrets/DATABASE_URL'), 'utf8').trim(),
  })
  await database.connect()
  const statusOf = async () => {
    const { rows } = await database.query<{ status: number }>('select status from loans where loan_no = $1', [
      loanNo,
    ])
    return rows[0]?.status
  }
  expect(await statusOf()).toBe(SIGNED)
  const log = services.map((service) => service.log()).join('')
  expect(log).toContain('not for real customers: portfolio 118: rates of its products are samples')
  expect(await Promise.all(services.map(stopService))).toEqual([0, 0])

  await liveUntil(FUNDED, statusOf)
  expect(await statusOf()).toBe(FUNDED)
  step('funded')
  await database.end()
  const outbox = machine.place('/var/lib/dolphin/bank/outbox')
  const files = readdirSync(outbox).filter((name) => name.startsWith('118-'))
  expect(files).toHaveLength(1)
  expect((statSync(join(outbox, files[0] ?? '')).mode & 0o777).toString(8)).toBe('600')
  process.stdout.write(`\n${times.join('\n')}\n`)
})

test('the backup unit of the page makes a base backup that is verified', async () => {
  const folder = machine.place('/var/lib/dolphin-backup')
  mkdirSync(folder)
  chownSync(folder, machine.user.uid, machine.user.gid)
  const { username, host } = new URL(postgres.url)
  const unit = machine.place('/etc/systemd/system/dolphin-backup.service')
  const backup = startService(unit, machine.place('credentials-backup'), machine.user, {
    BACKUP_URL: `postgres://${username}@${host}/postgres`,
  })
  const code = await new Promise((done) => backup.child.once('close', done))
  expect(code, backup.log()).toBe(0)
  expect(backup.log()).toMatch(/base backup .*: verified/)
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z$/)])
})

test('while no node answers, the page of both languages is shown, and plain HTTP leads to TLS', async () => {
  const certificate = readFileSync(machine.place('/etc/haproxy/site.crt'), 'utf8')
  const http = new TlsClient(ports.tls, certificate)
  const page = await http.inject({ url: '/', headers: { host: 'localhost' } })
  http.close()
  expect(page.statusCode).toBe(503)
  expect(page.body).toContain('lang="es"')
  expect(page.body).toContain('We will be back')
  const plain = await fetch(`http://127.0.0.1:${ports.plain}/`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([308, expect.stringMatching(/^https:/)])
})
