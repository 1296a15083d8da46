import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT, say } from '../../../scripts/setup/step.mjs'
import { openApplicants } from './applicants.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { HttpClient } from './http-client.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { openLoop, summarize } from './open-loop.mjs'
import { openBorrower } from './payment-detail.mjs'
import { storeResult, loadNow } from './results.mjs'
import { middle, TURNS } from './turns.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const SIZES = [10_000, 1_000_000]
const QUICK_SIZES = [100, 2_000]
const QUICK_TURNS = 2
const PER_SECOND = 40
const WARM_UP_SECONDS = 2
const APPLICANTS = 20
const GOAL_PERCENT = 15

/** A node of its own over so many loans, with one borrower and some applicants who are asked about. */
async function openLender(modules, loans) {
  const database = await openBenchDatabase()
  const server = await startMeasuredServer({ databaseUrl: database.url })
  const client = new HttpClient(server.port)
  const dataDir = mkdtempSync(join(tmpdir(), 'dolphin-growth-'))
  const borrower = await openBorrower(client)
  const { loanNo, headers } = borrower
  const common = { databaseUrl: database.url, loanNo }
  const seed = { ...common, dataDir, projectFolder: PROJECT_ROOT, debits: 0, installments: 20, attempts: 1 }
  await inOwnProcess(modules.loan, 'seedLongLoan', seed)
  const count = await inOwnProcess(modules.growth, 'growLoans', { ...common, copies: loans })
  say(`  ${count.toLocaleString('en-US')} loans are there`)
  const applicants = await openApplicants(client, APPLICANTS)
  const read = (path) => async () => {
    const { status } = await client.send('GET', `/fssapi/dolphin-loan/${path}`, headers)
    if (status !== 200) throw new Error(`${path.split('?')[0]}: ${status}`)
    return 'read'
  }
  return {
    server,
    version: database.version,
    calls: {
      'payment-detail': read(`online/payment-detail?loanNo=${loanNo}`),
      'list-repayment-loan': read('list-repayment-loan'),
      'save a section': (arrival) => applicants[arrival % applicants.length].save(),
    },
    async close() {
      client.close()
      await server.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One call in one house for some seconds: processor time of the server and the middle of the latencies. */
async function turn(lender, name, seconds) {
  await lender.server.readLoop()
  const { samples, errors } = await openLoop({ perSecond: PER_SECOND, seconds, send: lender.calls[name] })
  const { cpuMs } = await lender.server.readLoop()
  for (const [reason, times] of errors) say(`    ${times} × ${reason}`)
  return { cpuMs: cpuMs / Math.max(1, samples.length), p50: summarize(samples).p50 }
}

async function compare(name, [small, large], { turns, seconds }) {
  const took = [[], []]
  for (const lender of [small, large])
    await openLoop({ perSecond: PER_SECOND, seconds: WARM_UP_SECONDS, send: lender.calls[name] })
  for (let round = 0; round < turns; round += 1) {
    for (const [index, lender] of [small, large].entries())
      took[index].push(await turn(lender, name, seconds))
  }
  const of = (index, figure) => middle(took[index].map((one) => one[figure]))
  const more = (figure) => 100 * (of(1, figure) / of(0, figure) - 1)
  return [
    { name: `${name}: CPU time each, small`, value: of(0, 'cpuMs'), unit: 'ms' },
    { name: `${name}: CPU time each, large`, value: of(1, 'cpuMs'), unit: 'ms' },
    { name: `${name}: CPU increase`, value: more('cpuMs'), unit: '%', goal: { atMost: GOAL_PERCENT } },
    { name: `${name}: p50, small`, value: of(0, 'p50'), unit: 'ms' },
    { name: `${name}: p50, large`, value: of(1, 'p50'), unit: 'ms' },
    { name: `${name}: p50 increase`, value: more('p50'), unit: '%', goal: { atMost: GOAL_PERCENT } },
  ]
}

/** The same calls over few and over many loans, in turns, so that whatever else the machine does meets both. */
export async function benchGrowth({ quick, seconds }) {
  const load = loadNow()
  const modules = {
    loan: await buildWork('tools/assurance/bench/payment-detail-work.ts'),
    growth: await buildWork('tools/assurance/bench/growth-work.ts'),
  }
  const sizes = quick ? QUICK_SIZES : SIZES
  const lenders = []
  try {
    say(`\n${sizes.join(' and ')} loans, each in a database of its own`)
    for (const size of sizes) lenders.push(await openLender(modules, size))
    const turns = quick ? QUICK_TURNS : TURNS
    const figures = []
    for (const name of Object.keys(lenders[0].calls))
      figures.push(...(await compare(name, lenders, { turns, seconds })))
    const [small, large] = sizes.map((size) => size.toLocaleString('en-US'))
    const plan = `Small: ${small} loans; large: ${large}. ${turns} turns of ${seconds} s each at ${PER_SECOND} a second, the median counts; ${lenders[0].version}.`
    storeResult('growth', { plan, load, figures })
  } finally {
    for (const lender of lenders) await lender.close()
    for (const module of Object.values(modules)) rmSync(module, { force: true })
  }
}
