import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@dolphin/database/driver/open'
import { sql } from 'drizzle-orm'
import { dataPaths } from '@dolphin/api/config/config'
import { readQueues } from '@dolphin/api/observability/queue-state'
import { type Answers, askAgain, createAnswers } from './answers.ts'
import { type DrillBorrower, type DrillLender, openDrillLender } from './drill-lender.ts'
import { startDrillServer } from './drill-server.ts'
import type { Inventory } from './inventory.ts'
import { openRestored, type Proof, proveOpened, proveRestored, type RestoredPlace } from './prove-restored.ts'

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

export type WriteLine = (line: string) => void

/** How long borrowers change their minds before everything is lost. */
export const BUSY_MS = 5_000
const JOBS_LIMIT_MS = 60_000
const LATE_SECONDS = 15
const POLL_MS = 500

/** Loans by hand, their batch and settlement: what is in the backup. */
export async function openBusiness(
  port: number,
  loans: number,
  writeLine: WriteLine,
): Promise<{ lender: DrillLender; answers: Answers; borrowers: DrillBorrower[] }> {
  const answers = createAnswers()
  const lender = openDrillLender(port, answers)
  const borrowers: DrillBorrower[] = []
  for (let index = 0; index < loans; index += 1) {
    borrowers.push(await lender.takeLoan(index))
    writeLine(`loan ${index + 1} of ${loans} is signed`)
  }
  await lender.batch()
  await lender.nextDay()
  await lender.settle()
  for (const borrower of borrowers) await lender.signIn(borrower)
  return { lender, answers, borrowers }
}

/** A loss before anything was answered would prove nothing. */
const FEWEST_ANSWERS = 10
const BUSY_LIMIT_MS = 120_000

/** Waits so long, and on until there are answers that can be lost. */
export async function untilBusy(answers: Pick<Answers, 'all'>): Promise<void> {
  const before = answers.all.length
  const begunAt = performance.now()
  await wait(BUSY_MS)
  while (answers.all.length < before + FEWEST_ANSWERS) {
    if (performance.now() - begunAt > BUSY_LIMIT_MS)
      throw new Error('the server of the drill answers nothing')
    await wait(POLL_MS)
  }
}

/** Waits until no job waits for longer than workers take to look, and answers what is amiss. */
async function jobComplaints(place: RestoredPlace): Promise<string[]> {
  const { database } = await openRestored(place)
  try {
    const deadline = performance.now() + JOBS_LIMIT_MS
    for (;;) {
      // What ran when the server was killed is handed out again once its time is over, which no drill waits for.
      const open = (await readQueues(database)).filter(
        ({ due, ageSeconds }) => due > 0 && ageSeconds > LATE_SECONDS,
      )
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

/** What is to be proved of a lender that lost something. */
export interface Restoration {
  readonly name: string
  readonly place: RestoredPlace
  /** What must be there; empty where nothing is known to be. */
  readonly inventory: Inventory
  readonly answers: Answers
  readonly borrowers: readonly DrillBorrower[]
  /** When it was lost. */
  readonly lostAt: number
  readonly mayLose: boolean
}

/** Proves what was restored, uses it, proves it again, and tests the proof itself where it knows what must be there. */
export async function proveRestoration(restoration: Restoration): Promise<Rehearsed> {
  const { name, place, inventory, answers, lostAt, mayLose } = restoration
  const proof = await proveRestored(place, inventory, answers)
  const used = await useRestored(restoration)
  const after = await proveRestored(place, inventory, answers)
  const unnoticed = inventory.size > 0 ? await proveTheProof(place, inventory, answers) : []
  const complaints = [...proof.complaints, ...used.complaints, ...after.complaints, ...unnoticed]
  return {
    name,
    answers: answers.all.length,
    proof: { ...proof, complaints },
    rtoMs: used.upAt - lostAt,
    mayLose,
  }
}

/**
 * Starts a server on what was restored and uses it: every request is asked again and answered as before, unless some may be
 * lost, documents are handed out with the bytes of their hash, jobs finish. Answers when the server was there, and what is amiss.
 */
async function useRestored({ place, borrowers, answers, mayLose }: Restoration) {
  const url = 'url' in place.database ? place.database.url : undefined
  const server = await startDrillServer(place.dataDir, url)
  const upAt = performance.now()
  const complaints = mayLose ? [] : await askAgain(server.port, answers)
  const lender = openDrillLender(server.port, createAnswers())
  const files: { documentNo: string; bytes: Uint8Array }[] = []
  for (const borrower of borrowers) files.push(...(await lender.documentsOf(lender.meet(borrower))))
  // Beside a server there is no second process on the embedded database: its jobs are looked at once it is stopped.
  if (url !== undefined) complaints.push(...(await jobComplaints(place)))
  lender.close()
  await server.stop()
  if (url === undefined) complaints.push(...(await jobComplaints(place)))
  complaints.push(...(await handedOutComplaints(place, files)))
  return { upAt, complaints }
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
 * fail. Answers complaints of what it did not notice.
 */
async function proveTheProof(
  place: RestoredPlace,
  inventory: Inventory,
  answers: Pick<Answers, 'all'>,
): Promise<string[]> {
  const parts = await openRestored(place)
  const { database } = parts
  const unnoticed: string[] = []
  const complains = async (): Promise<boolean> =>
    (await proveOpened(parts, place.dataDir, inventory, answers)).complaints.length > 0
  try {
    const document = join(dataPaths(place.dataDir).objects, `${await anyDocument(database)}.box`)
    const aside = `${place.dataDir}.aside`
    await rename(document, aside)
    if (!(await complains())) unnoticed.push('a document')
    await rename(aside, document)
    for (const table of ['ledger_entries', 'ach_entries', 'loan_history']) {
      const giveBack = await takeRow(database, table)
      if (!(await complains())) unnoticed.push(`a row of ${table}`)
      await giveBack()
    }
    if (await complains()) unnoticed.push('that everything was given back')
    return unnoticed.map((what) => `the proof did not notice that there was taken away: ${what}`)
  } finally {
    await database.close()
  }
}

async function anyDocument(database: Database): Promise<string> {
  const { rows } = await database.executeSql(`select object_key as key from documents order by 1 limit 1`)
  const [document] = rows as { key: string }[]
  if (document === undefined) throw new Error('a lender of the drill has documents')
  return document.key
}

/** Takes the last row of a table as somebody with all rights, past the rules that keep history; answers the way back. */
async function takeRow(database: Database, table: string): Promise<() => Promise<void>> {
  await database.executeSql(`alter table ${table} disable trigger all`)
  const { rows } = await database.executeSql(
    `delete from ${table} where ctid = (select max(ctid) from ${table}) returning row_to_json(${table})::text as row`,
  )
  const [taken] = rows as { row: string }[]
  if (taken === undefined) throw new Error(`a lender of the drill has rows of ${table}`)
  return async () => {
    await database.executeSql(
      `insert into ${table} select * from json_populate_record(null::${table}, $1::json)`,
      [taken.row],
    )
    await database.executeSql(`alter table ${table} enable trigger all`)
  }
}
