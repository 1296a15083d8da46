import { readdir, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFile as readNacha } from '@dolphin/nacha/testing/read-file'
import { sql } from 'drizzle-orm'
import { verifyStore } from '@dolphin/api/backup/verify-store'
import { dataPaths } from '@dolphin/api/config/config'
import { moneyViolations } from '@dolphin/api/testing/money-invariants'
import { openMoneyProcess } from '../crash-tests/money-process.ts'
import { type Answers, type Lost, lostAnswers } from './answers.ts'
import { PROJECT } from './drill-server.ts'
import { type Inventory, missingRows, takeInventory } from './inventory.ts'
import type { MoneyDeps } from '@dolphin/api/deps'

/** A database of the drill, and the folder with its documents and what reached the bank. */
export interface RestoredPlace {
  readonly database: { readonly url: string } | { readonly directory: string }
  readonly dataDir: string
}

export interface Proof {
  readonly complaints: readonly string[]
  readonly lost: Lost
  readonly ledgers: number
  readonly postings: number
  readonly documents: number
}

const WORKER = join(PROJECT, 'packages/database/src/driver/embedded/pglite-worker.mjs')

/** Opens a database of the drill beside its server, or once that is stopped where it is embedded. */
export async function openRestored({ database, dataDir }: RestoredPlace): Promise<MoneyDeps> {
  const place =
    'url' in database ? database : { directory: database.directory, workerUrl: pathToFileURL(WORKER).href }
  return await openMoneyProcess({
    database: place,
    dataDir,
    projectFolder: PROJECT,
    now: new Date('2026-03-04T16:00:00Z'),
  })
}

/**
 * Everything that a restored lender has to be: each row of the inventory is there, ledgers, audit chains and documents
 * are whole, every money invariant holds, and no entry reached the bank twice or unknown to us.
 */
export async function proveRestored(
  place: RestoredPlace,
  inventory: Inventory,
  answers: Pick<Answers, 'all'>,
): Promise<Proof> {
  const deps = await openRestored(place)
  try {
    return await proveOpened(deps, place.dataDir, inventory, answers)
  } finally {
    await deps.database.close()
  }
}

/** As proveRestored, on a database that is open. */
export async function proveOpened(
  deps: MoneyDeps,
  dataDir: string,
  inventory: Inventory,
  answers: Pick<Answers, 'all'>,
): Promise<Proof> {
  const { database, objects } = deps
  const report = await verifyStore({ executor: database.db, objects })
  const now = await database.transaction((tx) => takeInventory(tx))
  const violations = await moneyViolations(deps, database.db)
  return {
    complaints: [
      ...report.complaints,
      ...missingRows(inventory, now),
      ...violations.map((violation) => `invariant: ${JSON.stringify(violation)}`),
      ...(await bankComplaints(deps, dataDir)),
    ],
    lost: await lostAnswers(database.db, answers),
    ledgers: report.loans,
    postings: report.postings,
    documents: report.documents,
  }
}

/** Each entry that the bank has, once and known to us. */
async function bankComplaints({ database }: MoneyDeps, dataDir: string): Promise<string[]> {
  const { rows } = await database.db.execute<{ trace_number: string }>(
    sql`select trace_number from trace_numbers`,
  )
  const known = new Set(rows.map(({ trace_number: trace }) => trace))
  const traces = await tracesAtTheBank(join(dataPaths(dataDir).bank, 'outbox'))
  return [
    ...traces
      .filter((trace, index) => traces.indexOf(trace) !== index)
      .map((trace) => `${trace} is at the bank twice`),
    ...traces
      .filter((trace) => !known.has(trace))
      .map((trace) => `${trace} is at the bank and not in our books`),
  ]
}

async function tracesAtTheBank(outbox: string): Promise<string[]> {
  if (!existsSync(outbox)) return []
  const traces: string[] = []
  for (const name of (await readdir(outbox)).filter((one) => !one.startsWith('.'))) {
    const read = readNacha(await readFile(join(outbox, name), 'utf8'))
    if (!read.ok) throw new Error(`${name} is no file that a bank can read`)
    for (const { entries } of read.value.batches) traces.push(...entries.map((entry) => entry.traceNumber))
  }
  return traces
}
