import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { PROJECT_ROOT, say, SetupError } from '../../../scripts/setup/step.mjs'
import { personOf } from './applicants.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { startFloor } from './floors/floor-server.mjs'
import { recordReads } from './floors/recorded-reads.mjs'
import { HttpClient } from './http-client.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { openLoop, summarize } from './open-loop.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const INSTALLMENTS = 60
/** Forty payments of five attempts each. */
const ATTEMPTS = 5
const TRANSACTIONS = 200
/** More than a process keeps answers of (value-cache.ts), so that one asked for in turn is never kept. */
const OTHERS = Array.from({ length: 151 }, (_, at) => `118-9${String(at).padStart(6, '0')}`)
const PER_SECOND = 200
/** Who looks at earlier transactions has looked at the page before. */
const EACH_WHOLE = 10
const WARM_UP_SECONDS = 3
const GOAL_MS = 25
const EMAIL = 'bench@example.com'
const PASSWORD = 'Correct-Horse-7'
const PORTFOLIO = 118
/** CreateAccountType.home: the account is signed in at once. */
const HOME = 2
const MAIL_TRIES = 100
const MAIL_POLL_MS = 200

const HEADERS = { 'x-forwarded-for': '10.0.0.1', 'sec-fetch-site': 'same-origin', 'user-agent': 'bench' }

async function post(client, path, headers, body) {
  return await send(client, path, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body,
  })
}

async function send(client, path, { method, headers, body }) {
  const answer = await client.send(method, `/fssapi${path}`, headers, body)
  if (answer.body?.code !== 1) throw new SetupError(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
  return answer
}

/** What a mail of some kind says to an address, once it is there: the first group of the pattern. */
async function mailed(client, email, pattern, isIt = () => true) {
  for (let tries = 0; tries < MAIL_TRIES; tries += 1) {
    const { body } = await client.send('GET', `/dev/mailbox.json?to=${email}`, HEADERS)
    const found = pattern.exec(body?.data.mails.find(isIt)?.text ?? '')?.[1]
    if (found !== undefined) return found
    await wait(MAIL_POLL_MS)
  }
  throw new SetupError(`nothing was mailed to ${email}`)
}

/** Makes an account the way a person does; answers what signs its requests, and the device's own cookies. */
async function openAccount(client, email) {
  const begun = { portfolioId: PORTFOLIO, email, createAccountType: HOME }
  await post(client, '/dolphin-customer/send-create-account-email', HEADERS, begun)
  const resource = await mailed(client, email, /\/([A-Za-z0-9_-]{43})/)
  const link = await send(client, `/dolphin-customer/parse-link-resource?resource=${resource}`, {
    method: 'GET',
    headers: HEADERS,
  })
  const consents = link.body.data.consents.map(({ kind, version, required }) => ({
    kind,
    version,
    given: required,
  }))
  const name = { firstName: 'Jordan', middleName: '', lastName: 'Sample' }
  const account = { resource, password: PASSWORD, name, consents }
  const made = await post(client, '/dolphin-customer/create-account', HEADERS, account)
  const { accessToken, userCredential } = made.body.data.session
  const headers = {
    ...HEADERS,
    cookie: made.cookies.join('; '),
    'access-token': accessToken,
    'user-credential': userCredential,
  }
  return { headers }
}

const SIGN_IN = '/dolphin-customer/sign-in'

/** Somebody with an account who signs in again and again from a device that is known. */
export async function openReturning(client, email) {
  const { headers } = await openAccount(client, email)
  const body = { portfolioId: PORTFOLIO, account: email, password: PASSWORD, device: { remember: true } }
  const first = await post(client, SIGN_IN, { ...HEADERS, cookie: headers.cookie }, body)
  const code = await mailed(client, email, /\b(\d{6})\b/, ({ kind }) => kind === 'loginCode')
  const typed = { sessionId: first.body.data.sessionId, code, rememberDevice: true }
  const { cookies } = await post(client, '/dolphin-customer/verify-login-code', HEADERS, typed)
  const known = { ...HEADERS, cookie: cookies.join('; ') }
  return async () => {
    const { body: answer } = await post(client, SIGN_IN, known, body)
    if (answer.data.needsCode) throw new SetupError('sign-in: the device is not known')
    return 'sign-in'
  }
}

/** An account with an application begun; answers its loan and what signs requests. */
export async function openBorrower(client) {
  const { headers } = await openAccount(client, EMAIL)
  const personal = { externalKey: null, changed: personOf(1), version: 0 }
  const form = await post(client, '/dolphin-loan/online/form/personal', headers, personal)
  return { headers, loanNo: form.body.data.loanNo }
}

const ms = (value) => `${value.toFixed(1)} ms`.padStart(11)

/** Loads the server at the rate, prints how long people waited and what a request took of its processor. */
async function load(title, server, { perSecond, seconds, send }) {
  await server.readLoop()
  const { samples, errors, lagMs } = await openLoop({ perSecond, seconds, send })
  const { cpuMs } = await server.readLoop()
  const { count, p50, p90, p99, longest } = summarize(samples)
  say(
    `  ${title.padEnd(18)}${String(count).padStart(6)}  p50${ms(p50)}  p90${ms(p90)}  p99${ms(p99)}  max${ms(longest)}  CPU${ms(cpuMs / count)} each`,
  )
  for (const [reason, times] of errors) say(`    ${times} × ${reason}`)
  say(`    the load itself was at most ${lagMs.toFixed(0)} ms late`)
  return { p50, p99, cpuMs: cpuMs / count, isClean: errors.size === 0 }
}

/** The same load on the bare handler. */
async function loadFloor(bare, { perSecond, seconds }) {
  const client = new HttpClient(bare.port)
  const send = async () => {
    const { status } = await client.send('GET', '/')
    if (status !== 200) throw new Error(`the floor: ${status}`)
    return 'answered'
  }
  try {
    await openLoop({ perSecond, seconds: WARM_UP_SECONDS, send })
    return await load('bare handler', bare, { perSecond, seconds, send })
  } finally {
    client.close()
  }
}

/** The same load on a process for each of the two cores, as docs/guides/scale.md runs them: every other request to each. */
async function loadBoth(title, servers, { perSecond, seconds, pathOf, headers }) {
  const clients = servers.map(({ port }) => new HttpClient(port))
  let turn = 0
  const send = async () => {
    turn += 1
    const { status } = await clients[turn % clients.length].send('GET', pathOf(turn), headers)
    if (status !== 200) throw new Error(`of two processes: ${status}`)
    return 'answered'
  }
  const both = {
    readLoop: async () => {
      const readings = await Promise.all(servers.map((server) => server.readLoop()))
      return { cpuMs: readings.reduce((sum, { cpuMs }) => sum + cpuMs, 0) }
    },
  }
  try {
    await openLoop({ perSecond, seconds: WARM_UP_SECONDS, send })
    return await load(title, both, { perSecond, seconds, send })
  } finally {
    for (const client of clients) client.close()
  }
}

const pathTo = (loanNo) => `/fssapi/dolphin-loan/online/payment-detail?loanNo=${loanNo}`

async function measure(
  { client, server, second, floor: bare },
  { headers, loanNo },
  { seconds, perSecond = PER_SECOND },
) {
  const path = pathTo(loanNo)
  const pathInTurn = (turn) => pathTo(OTHERS[turn % OTHERS.length])
  const first = await client.send('GET', path, headers)
  const { installments = [], transactions = [], earlierTransactions = 0 } = first.body?.data ?? {}
  const shownCount = transactions.length + earlierTransactions
  if (installments.length !== INSTALLMENTS || shownCount !== TRANSACTIONS)
    throw new SetupError(`the loan has ${installments.length} and ${shownCount}: ${first.text.slice(0, 200)}`)
  say(
    `\npayment-detail of ${INSTALLMENTS} installments and ${TRANSACTIONS} transactions (${(first.text.length / 1_024).toFixed(0)} KiB), ${perSecond} a second for ${seconds} s`,
  )
  const ask = async (to, own) => {
    const { status } = await client.send('GET', to, own)
    if (status !== 200) throw new Error(`${to.split('?')[0]}: ${status}`)
    return 'answered'
  }
  const detail = () => ask(path, headers)
  await openLoop({ perSecond, seconds: WARM_UP_SECONDS, send: detail })
  const floor = await load('GET /healthz', server, { perSecond, seconds, send: () => ask('/healthz', {}) })
  const shown = await load('payment-detail', server, { perSecond, seconds, send: detail })
  let turn = 0
  const inTurn = () => ask(pathInTurn((turn += 1)), headers)
  await openLoop({ perSecond: perSecond / 2, seconds: WARM_UP_SECONDS, send: inTurn })
  const changed = await load('another each time', server, { perSecond, seconds, send: inTurn })
  const both = [server, second]
  const shared = await loadBoth('two processes', both, { perSecond, seconds, pathOf: () => path, headers })
  // An odd number of loans over two processes: each gets every one of them
  const sharedChanged = await loadBoth('two, another each', both, {
    perSecond,
    seconds,
    pathOf: pathInTurn,
    headers,
  })
  const whole = () => ask(`${path}&history=all`, headers)
  await load('with all transactions', server, { perSecond: perSecond / EACH_WHOLE, seconds, send: whole })
  const ofFloor = await loadFloor(bare, { perSecond, seconds })
  const verdict = ({ p99, isClean }) => (p99 < GOAL_MS && isClean ? 'met' : 'NOT met')
  say(
    `  goal p99 ${GOAL_MS} ms, the same loan: one process ${verdict(shown)}, a process for each core ${verdict(shared)}; another each time: ${verdict(changed)}, ${verdict(sharedChanged)}; payment-detail : healthz  p50 ${(shown.p50 / floor.p50).toFixed(1)}, p99 ${(shown.p99 / floor.p99).toFixed(1)}`,
  )
  say(
    `  the floor, the same statements behind a bare handler, takes ${((100 * ofFloor.cpuMs) / shown.cpuMs).toFixed(0)} % of its processor time for the same loan, ${((100 * ofFloor.cpuMs) / changed.cpuMs).toFixed(0)} % for another each time (goal 50 %)`,
  )
}

/** A long loan read over and over on PostgreSQL, beside the bare health call of the same run. */
export async function benchPaymentDetail(plan) {
  const module = await buildWork('tools/assurance/bench/payment-detail-work.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'dolphin-payment-detail-'))
  const database = await openBenchDatabase()
  const { profileFolder } = plan
  const dataFolder = join(dataDir, 'nodes')
  const server = await startMeasuredServer({ databaseUrl: database.url, profileFolder, dataFolder })
  const second = await startMeasuredServer({ databaseUrl: database.url, dataFolder })
  const client = new HttpClient(server.port)
  try {
    say(database.version)
    const borrower = await openBorrower(client)
    await inOwnProcess(module, 'seedLongLoan', {
      databaseUrl: database.url,
      dataDir,
      projectFolder: PROJECT_ROOT,
      debits: 0,
      loanNo: borrower.loanNo,
      installments: INSTALLMENTS,
      attempts: ATTEMPTS,
      others: OTHERS,
    })
    const read = (listening) => listening.send('GET', pathTo(borrower.loanNo), borrower.headers)
    const works = await recordReads(
      { databaseUrl: database.url, dataFolder },
      new Map([['payment-detail', read]]),
    )
    const floor = await startFloor(works.get('payment-detail'))
    try {
      await measure({ client, server, second, floor }, borrower, plan)
    } finally {
      floor.stop()
    }
  } finally {
    client.close()
    await second.stop()
    await server.stop()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(module, { force: true })
  }
}
