import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { approvalIn, confirmApproval } from '@dolphin/api/testing/confirmations'
import { openHttpClient } from '../../tools/assurance/drill/http-client.ts'
import { TestClient } from '@dolphin/api/testing/test-client'
import pg from 'pg'

const PROJECT_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const SERVER = join(PROJECT_ROOT, 'apps/api/dist/main.js')
const OPERATIONS = join(PROJECT_ROOT, 'apps/api/dist/ops.js')
/** Enrolls the terminal, with the server's own secret. */
const ADMIN = join(PROJECT_ROOT, 'apps/api/dist/admin.js')

const CODE = /enter the code (\S+) and touch/
const START_LIMIT_MS = 60_000
const MAIL_LIMIT_MS = 20_000
const POLL_MS = 100
/** Below 32768, where the system picks ports for outgoing connections. */
const FIRST_PORT = 12_000
const PORT_SPAN = 6_000

const HOUR_MS = 3_600_000
/** Hours in New York at which it is day in Utah, too, and stays so for as long as a test takes. */
const DAYTIME = { first: 11, end: 20 } as const
const NEW_YORK_HOUR = { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' } as const

function isDay(at: Date): boolean {
  const hour = Number(at.toLocaleString('en-US', NEW_YORK_HOUR))
  return DAYTIME.first <= hour && hour < DAYTIME.end
}

/** The brands under test and the host names that lead to them on this machine. */
export const PORTFOLIOS = [
  { portfolioId: 118, host: 'localhost' },
  { portfolioId: 110, host: '110.localhost' },
] as const
export type Portfolio = (typeof PORTFOLIOS)[number]

/** A mail as the development mailbox shows it. */
export interface ReceivedMail {
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer()
    probe.once('error', () => answer(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  for (let step = 0; step < PORT_SPAN; step += 1) {
    const port = FIRST_PORT + ((process.pid * 17 + step * 13) % PORT_SPAN)
    if (await isFree(port)) return port
  }
  throw new Error('no free port for the server under test')
}

async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (!serverUrl)
    throw new Error(
      'TEST_DATABASE_URL is missing: npm test sets it, or start one with node scripts/postgres.mjs',
    )
  const name = `journey_${process.pid}_${process.hrtime.bigint().toString(36)}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.toString(), drop: () => administer(`drop database if exists ${name} with (force)`) }
}

/** The built product on a PostgreSQL database of its own, as a process that can be killed and started again. */
export class Product {
  readonly #folder = mkdtempSync(join(tmpdir(), 'dolphin-journey-'))
  readonly #port: number
  readonly #database: { url: string; drop: () => Promise<void> }
  #process: ChildProcess | undefined
  #log = ''

  private constructor(port: number, database: { url: string; drop: () => Promise<void> }) {
    this.#port = port
    this.#database = database
  }

  static async start(): Promise<Product> {
    const product = new Product(await freePort(), await createDatabase())
    product.#skipNight()
    await product.run()
    return product
  }

  /** Sets the clock ahead where a test begins at night: notices that answer no act wait for the day. */
  #skipNight(): void {
    const hours = Array.from({ length: 24 }, (_, hour) => hour * HOUR_MS)
    const offsetMs = hours.find((ahead) => isDay(new Date(Date.now() + ahead))) ?? 0
    if (offsetMs === 0) return
    mkdirSync(join(this.#folder, 'data'), { recursive: true })
    writeFileSync(join(this.#folder, 'data/clock-offset.json'), JSON.stringify({ offsetMs }))
  }

  /** The product's own time, as its answers say it: by night its clock is ahead. */
  async now(): Promise<Date> {
    const { headers } = await fetch(`http://localhost:${this.#port}/healthz`)
    return new Date(headers.get('date') ?? Number.NaN)
  }

  /** The address a borrower of this brand would type. */
  address(portfolio: Portfolio, path = '/'): string {
    return `http://${portfolio.host}:${this.#port}${path}`
  }

  /** The address of a page of the lender's desk. */
  deskAddress(path: string): string {
    return `http://desk.localhost:${this.#port}${path}`
  }

  /** Starts the server process and waits until it says it is ready. */
  async run(): Promise<void> {
    const child = spawn(process.execPath, [SERVER], {
      cwd: PROJECT_ROOT,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    const keep = (chunk: Buffer) => (this.#log += chunk.toString())
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const deadline = performance.now() + START_LIMIT_MS
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`the server did not start:\n${this.#log}`)
      await wait(POLL_MS)
    }
  }

  /** Ends the process as a power switch would: no handler of ours runs. */
  async kill(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }

  /** Ends the process politely and removes what it kept. */
  async stop(): Promise<void> {
    const child = this.#process
    if (child && child.exitCode === null) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    }
    await this.#database.drop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Every mail sent to the address so far, newest first. */
  async mails(to: string): Promise<readonly ReceivedMail[]> {
    const answer = await fetch(`http://localhost:${this.#port}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
    const envelope = (await answer.json()) as { data: { mails: ReceivedMail[] } }
    return envelope.data.mails
  }

  /** Waits for a mail of that kind; fails with what did arrive. */
  async mail(to: string, kind: string): Promise<ReceivedMail> {
    const deadline = performance.now() + MAIL_LIMIT_MS
    for (;;) {
      const mails = await this.mails(to)
      const found = mails.find((mail) => mail.kind === kind)
      if (found) return found
      if (performance.now() > deadline)
        throw new Error(`no ${kind} mail for ${to}; there are: ${mails.map((mail) => mail.kind).join(', ')}`)
      await wait(POLL_MS)
    }
  }

  /** `npm run ops -- …` against this product; answers what it printed. */
  async operate(...command: string[]): Promise<string> {
    const program = command[0] === 'administrator' ? ADMIN : OPERATIONS
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...command], {
      cwd: PROJECT_ROOT,
      env: { ...this.#environment(), OPS_URL: `http://localhost:${this.#port}` },
    })
    return stdout
  }

  /** Takes in a file of the bank with what came back, as the terminal does; answers what it says. */
  async importReturns(text: string, { portfolioId }: Portfolio): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'dolphin-return-'))
    try {
      const file = join(folder, 'returns.ach')
      writeFileSync(file, text)
      return await this.operate('returns', 'import', file, '--portfolio', String(portfolioId))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  /** `npm run ops -- login`: shows a code to enter at the desk, and ends once that has been done. */
  async logIn(enterCode: (code: string) => Promise<void>): Promise<void> {
    const child = spawn(process.execPath, [OPERATIONS, 'login'], {
      cwd: PROJECT_ROOT,
      env: { ...this.#environment(), OPS_URL: `http://localhost:${this.#port}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = new Promise((done) => child.once('exit', done))
    let printed = ''
    for await (const chunk of child.stderr) {
      const isKnown = CODE.test(printed)
      printed += String(chunk)
      const [, code] = CODE.exec(printed) ?? []
      if (!isKnown && code !== undefined) await enterCode(code)
    }
    if ((await ended) !== 0) throw new Error(`the terminal was not let in:\n${printed}`)
  }

  /** Confirms at the desk, as a colleague, what a command said that it entered. */
  async confirm(said: string): Promise<void> {
    const http = openHttpClient(this.#port)
    try {
      const colleague = new TestClient(http, 118).atDesk()
      await colleague.demonstrate({ name: 'Journey Colleague' })
      await confirmApproval(colleague, approvalIn(said))
    } finally {
      http.close()
    }
  }

  /** The rows of a query; for what no page shows, such as history and postings. */
  async rows<Row extends pg.QueryResultRow>(
    query: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    const client = new pg.Client({ connectionString: this.#database.url })
    await client.connect()
    try {
      return (await client.query<Row>(query, [...values])).rows
    } finally {
      await client.end()
    }
  }

  /** The ACH files that reached the bank's folder; it is made with the first of them. */
  bankFiles(): readonly { readonly name: string; readonly text: string }[] {
    const outbox = join(this.#folder, 'data/bank/outbox')
    if (!existsSync(outbox)) return []
    return readdirSync(outbox)
      .toSorted()
      .map((name) => ({ name, text: readFileSync(join(outbox, name), 'utf8') }))
  }

  /** The certificate that the lender's seal is checked against, as a verifier would be given it. */
  sealCertificate({ portfolioId }: Portfolio): string {
    const pem = readFileSync(join(this.#folder, `data/keys/${portfolioId}/document-seal.pem`), 'utf8')
    return /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/.exec(pem)?.[0] ?? ''
  }

  get log(): string {
    return this.#log
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      DOLPHIN_MODE: 'test',
      HOST: 'localhost',
      PORT: String(this.#port),
      DATABASE_URL: this.#database.url,
      DATA_DIR: join(this.#folder, 'data'),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '100000',
      SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`http://localhost:${this.#port}/readyz`)).ok
    } catch {
      return false
    }
  }
}
