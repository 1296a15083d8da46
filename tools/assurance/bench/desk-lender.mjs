import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PROJECT_ROOT, say } from '../../../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { openStaff } from './desk-calls.mjs'
import { HttpClient } from './http-client.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { openBorrower } from './payment-detail.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

/** Money of the customer with a long history: forty payments of five attempts each. */
const INSTALLMENTS = 60
const ATTEMPTS = 5
/** Notes, messages and audit events of that customer, of each. */
const RECORDS = 200
const SAMPLES = 200

/** The kind of work item whose queue is measured. */
export const QUEUE_KIND = 'undeliveredNotice'
const SIZES = { customers: 1_000_000, queue: 10_000, others: 90_000 }
const QUICK_SIZES = { customers: 20_000, queue: 1_000, others: 9_000 }

/** How many of each a run has. @param {{ quick: boolean, customers?: number }} plan */
export const sizesOf = ({ quick, customers }) => {
  const sizes = quick ? QUICK_SIZES : SIZES
  return { ...sizes, customers: customers ?? sizes.customers }
}

/** The numbers by which the samples are found that stand readable in the database. */
async function numbersOf(client, samples) {
  const { rows } = await client.query(
    `select l.open_id as "openId", l.application_no as "applicationNo", t.transaction_no as "transactionNo",
       t.trace_number as "traceNumber"
     from loans l join lateral (select * from transactions t where t.portfolio_id = l.portfolio_id
       and t.loan_no = l.loan_no order by t.transaction_no limit 1) t on true
     where l.portfolio_id = 118 and l.open_id = any($1)`,
    [samples.map(({ openId }) => openId)],
  )
  const found = new Map(rows.map((row) => [row.openId, row]))
  return samples.map((sample) => ({ ...sample, ...found.get(sample.openId) }))
}

/** Fills the database while a node of the lender has migrated it and a borrower has begun there. */
async function fill({ database, dataFolder, modules, sizes, staffCount }) {
  const server = await startMeasuredServer({ databaseUrl: database.url, dataFolder })
  const client = new HttpClient(server.port)
  try {
    const { loanNo } = await openBorrower(client)
    const staff = await openStaff(client, server.port, staffCount)
    const place = {
      databaseUrl: database.url,
      dataDir: join(dataFolder, 'data'),
      projectFolder: PROJECT_ROOT,
    }
    const loan = { ...place, loanNo, debits: 0, installments: INSTALLMENTS, attempts: ATTEMPTS }
    const openId = await inOwnProcess(modules.loan, 'seedLongLoan', loan)
    const sealed = { ...place, debits: 0, loanNo, openId, samples: SAMPLES, records: RECORDS }
    const samples = await inOwnProcess(modules.work, 'sealSamples', sealed)
    const begunAt = performance.now()
    const count = await inOwnProcess(modules.rows, 'fillDesk', {
      databaseUrl: database.url,
      loanNo,
      openId,
      sampleLoans: samples.map((sample) => sample.loanNo),
      customers: sizes.customers,
      queue: { kind: QUEUE_KIND, items: sizes.queue, others: sizes.others },
    })
    const seconds = (performance.now() - begunAt) / 1_000
    say(`  ${count.toLocaleString('en-US')} customers are there, after ${seconds.toFixed(0)} s`)
    return { staff, samples, long: { openId, loanNo } }
  } finally {
    client.close()
    await server.stop()
  }
}

/**
 * A lender with so many customers, and a node that has not seen the database smaller; close it afterward. `samples` are
 * customers whose fields open, `long` is one with some hundred records.
 *
 * @param {{ customers: number, queue: number, others: number }} sizes
 * @param {number} staffCount employees with a terminal at the desk
 */
export async function openDeskLender(sizes, staffCount) {
  const modules = {
    loan: await buildWork('tools/assurance/bench/payment-detail-work.ts'),
    work: await buildWork('tools/assurance/bench/desk-work.ts'),
    rows: await buildWork('tools/assurance/bench/desk-rows.ts'),
  }
  const database = await openBenchDatabase()
  const dataFolder = mkdtempSync(join(tmpdir(), 'dolphin-desk-'))
  const closeAll = async () => {
    await database.close()
    rmSync(dataFolder, { recursive: true, force: true })
    for (const module of Object.values(modules)) rmSync(module, { force: true })
  }
  try {
    const filled = await fill({ database, dataFolder, modules, sizes, staffCount })
    const server = await startMeasuredServer({ databaseUrl: database.url, dataFolder })
    const client = new HttpClient(server.port)
    const bare = new pg.Client({ connectionString: database.url })
    await bare.connect()
    return {
      ...filled,
      samples: await numbersOf(bare, filled.samples),
      server,
      client,
      bare,
      node: { databaseUrl: database.url, dataFolder },
      version: database.version,
      async close() {
        client.close()
        await bare.end()
        await server.stop()
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
