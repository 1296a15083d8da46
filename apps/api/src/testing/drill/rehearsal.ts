import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { dataPaths } from '../../config.ts'
import { readQueues } from '../../observability/queue-state.ts'
import { type Answers, askAgain, createAnswers } from './answers.ts'
import { type DrillBorrower, type DrillLender, openDrillLender } from './drill-lender.ts'
import { startDrillServer } from './drill-server.ts'
import type { Inventory } from './inventory.ts'
import { openRestored, type Proof, proveRestored, type RestoredPlace } from './prove-restored.ts'

/** What a rehearsal of one kind came to. */
export interface Rehearsed {
  readonly name: string
  readonly answers: number
  readonly proof: Proof
  /** From the loss until the restored server answered. */
  readonly rtoMs: number
  /** What a lender who runs it so may lose at most: 0, or how many answers over which time. */
  readonly mayLose: boolean
}

export type Tell = (line: string) => void

const JOBS_LIMIT_MS = 60_000
const POLL_MS = 500

/** Loans by hand, their batch and settlement: what is in the backup. */
export async function openBusiness(
  port: number,
  dataDir: string,
  loans: number,
  tell: Tell,
): Promise<{ lender: DrillLender; answers: Answers; borrowers: DrillBorrower[] }> {
  const answers = createAnswers()
  const lender = openDrillLender(port, dataDir, answers)
  const borrowers: DrillBorrower[] = []
  for (let index = 0; index < loans; index += 1) {
    borrowers.push(await lender.takeLoan(index))
    tell(`loan ${index + 1} of ${loans} is signed`)
  }
  await lender.batch()
  await lender.nextDay()
  await lender.settle()
  for (const borrower of borrowers) await lender.signIn(borrower)
  return { lender, answers, borrowers }
}

/** Waits until no job is due, and answers what is amiss. */
async function jobComplaints(place: RestoredPlace): Promise<string[]> {
  const { database } = await openRestored(place)
  try {
    const deadline = performance.now() + JOBS_LIMIT_MS
    for (;;) {
      const open = (await readQueues(database)).filter(({ due, active }) => due + active > 0)
      if (open.length === 0) break
      if (performance.now() > deadline)
        return open.map(({ job, due }) => `${due} jobs of ${job} do not finish`)
      await wait(POLL_MS)
    }
    return (await readQueues(database))
      .filter(({ failed }) => failed > 0)
      .map(({ job, failed }) => `${failed} jobs of ${job} failed`)
  } finally {
    await database.close()
  }
}

interface UseRequest {
  readonly place: RestoredPlace
  readonly borrowers: readonly DrillBorrower[]
  readonly answers: Answers
  readonly serverUrl: string | undefined
}

/**
 * Starts a server on what was restored and uses it: every request is asked again and answered as before, documents are
 * handed out with the bytes of their hash, jobs finish. Answers when the server was there, and what is amiss.
 */
export async function useRestored({ place, borrowers, answers, serverUrl }: UseRequest) {
  const server = await startDrillServer(place.dataDir, serverUrl)
  const upAt = performance.now()
  const complaints = await askAgain(server.port, answers)
  const lender = openDrillLender(server.port, place.dataDir, createAnswers())
  const files: { documentNo: string; bytes: Uint8Array }[] = []
  for (const borrower of borrowers) files.push(...(await lender.documentsOf(lender.meet(borrower))))
  // Beside a server there is no second process on the embedded database: its jobs are looked at once it is stopped.
  if (serverUrl !== undefined) complaints.push(...(await jobComplaints(place)))
  lender.close()
  await server.stop()
  if (serverUrl === undefined) complaints.push(...(await jobComplaints(place)))
  complaints.push(...(await handedOutComplaints(place, files)))
  return { upAt, complaints, documentsOpened: files.length }
}

/** What was handed out is what was stored when it was made; papers that are made when asked for have no hash. */
async function handedOutComplaints(
  place: RestoredPlace,
  files: readonly { documentNo: string; bytes: Uint8Array }[],
): Promise<string[]> {
  const { database } = await openRestored(place)
  const { rows } = await database.db.execute<{ no: string; sha256: string }>(
    sql`select document_no as no, sha256 from documents`,
  )
  await database.close()
  const stored = new Map(rows.map(({ no, sha256 }) => [no, sha256]))
  const differs = ({ documentNo, bytes }: (typeof files)[number]): boolean =>
    stored.has(documentNo) && stored.get(documentNo) !== createHash('sha256').update(bytes).digest('hex')
  return files
    .filter(differs)
    .map(({ documentNo }) => `document ${documentNo} was handed out with other bytes`)
}

/**
 * The test of the test: takes a row and then a document away behind everybody's back, and each time the proof has to
 * fail. Answers what it did not notice.
 */
export async function proveTheProof(
  place: RestoredPlace,
  inventory: Inventory,
  answers: Pick<Answers, 'all'>,
): Promise<string[]> {
  const unnoticed: string[] = []
  const objects = dataPaths(place.dataDir).objects
  const document = await anyDocument(place)
  const aside = `${place.dataDir}.aside`
  await rename(join(objects, document), aside)
  if ((await proveRestored(place, inventory, answers)).complaints.length === 0) unnoticed.push('a document')
  await rename(aside, join(objects, document))
  for (const table of ['ledger_entries', 'ach_entries', 'loan_history']) {
    const row = await takeRow(place, table)
    if ((await proveRestored(place, inventory, answers)).complaints.length === 0)
      unnoticed.push(`a row of ${table}`)
    await giveRow(place, table, row)
  }
  const whole = await proveRestored(place, inventory, answers)
  if (whole.complaints.length > 0) unnoticed.push(`what was given back: ${whole.complaints.join('; ')}`)
  return unnoticed
}

async function anyDocument(place: RestoredPlace): Promise<string> {
  const { database } = await openRestored(place)
  const { rows } = await database.db.execute<{ key: string }>(
    sql`select object_key as key from documents order by document_no limit 1`,
  )
  await database.close()
  const [document] = rows
  if (document === undefined) throw new Error('a lender of the drill has documents')
  return document.key
}

async function takeRow(place: RestoredPlace, table: string): Promise<string> {
  return await unguarded(place, table, async (execute) => {
    const text = `delete from ${table} where ctid = (select max(ctid) from ${table}) returning row_to_json(${table})::text as row`
    return ((await execute(text)) as { row: string }[])[0]?.row ?? ''
  })
}

async function giveRow(place: RestoredPlace, table: string, row: string): Promise<void> {
  await unguarded(place, table, (execute) =>
    execute(`insert into ${table} select * from json_populate_record(null::${table}, $1::json)`, [row]),
  )
}

/** As somebody with all rights, past the rules that keep history. */
async function unguarded<T>(
  place: RestoredPlace,
  table: string,
  work: (execute: (text: string, values?: unknown[]) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const { database } = await openRestored(place)
  try {
    await database.executeSql(`alter table ${table} disable trigger user`)
    return await work(async (text, values) => (await database.executeSql(text, values)).rows)
  } finally {
    await database.executeSql(`alter table ${table} enable trigger user`)
    await database.close()
  }
}
