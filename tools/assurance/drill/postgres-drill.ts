import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataPaths } from '@dolphin/api/config/config'
import { type DocumentMirror, startDocumentMirror } from './document-mirror.ts'
import { type DrillPostgres, startDrillPostgres, type WalSource } from './drill-postgres.ts'
import { prepareDataDir, startDrillServer } from './drill-server.ts'
import { type Inventory, takeInventory } from './inventory.ts'
import { openRestored } from './prove-restored.ts'
import {
  BUSY_MS,
  openBusiness,
  proveRestoration,
  type Rehearsed,
  type WriteLine,
  untilBusy,
} from './rehearsal.ts'
import type { Answers } from './answers.ts'
import type { DrillBorrower } from './drill-lender.ts'

interface Loss {
  readonly folder: string
  readonly postgres: DrillPostgres
  readonly mirror: DocumentMirror
  readonly inventory: Inventory
  readonly answers: Answers
  readonly borrowers: readonly DrillBorrower[]
}

/**
 * A lender on PostgreSQL loses its machine in the middle of work: server and database are killed, data directory and
 * documents are gone. Restored from the base backup and the received WAL, nothing may be lost; restored from the
 * archive alone, the loss is reported.
 */
export async function rehearseOnPostgres(
  folder: string,
  loans: number,
  writeLine: WriteLine,
): Promise<Rehearsed[]> {
  const loss = await loseEverything(folder, loans, writeLine)
  const results: Rehearsed[] = []
  for (const from of ['archive', 'received'] as const) {
    writeLine(`restoring from the base backup and the ${from} WAL`)
    results.push(await restoreOnce(loss, from))
  }
  return results
}

async function loseEverything(folder: string, loans: number, writeLine: WriteLine): Promise<Loss> {
  writeLine('starting a private PostgreSQL server with archive and pg_receivewal')
  const postgres = await startDrillPostgres(folder)
  const dataDir = join(folder, 'data')
  await prepareDataDir(dataDir)
  const mirror = startDocumentMirror(dataDir, join(folder, 'mirror'))
  const server = await startDrillServer(dataDir, postgres.url)
  const { lender, answers, borrowers } = await openBusiness(server.port, loans, writeLine)
  writeLine('base backup')
  await postgres.backUp()
  answers.begin()
  borrowers.push(await lender.takeLoan(loans))
  await lender.batch()
  const { database } = await openRestored({ database: { url: postgres.url }, dataDir })
  const inventory = await database.transaction((tx) => takeInventory(tx))
  await database.close()
  writeLine(`borrowers ask and take back for ${BUSY_MS / 1_000} s, then the machine is gone`)
  const busy = borrowers.slice(0, loans).map((borrower) => lender.changeUntilGone(borrower))
  await untilBusy(answers)
  await Promise.all([server.kill(), postgres.destroy()])
  await Promise.all(busy)
  await mirror.stop()
  lender.close()
  await rm(dataPaths(dataDir).objects, { recursive: true })
  writeLine(`${answers.all.length} answers were given since the base backup`)
  return { folder, postgres, mirror, inventory, answers, borrowers }
}

async function restoreOnce(
  { folder, postgres, mirror, inventory, answers, borrowers }: Loss,
  from: WalSource,
): Promise<Rehearsed> {
  const lostAt = performance.now()
  const dataDir = join(folder, `data-from-${from}`)
  const restored = await postgres.restore(from)
  await mirror.restoreInto(dataDir)
  const place = { database: { url: restored.url }, dataDir }
  try {
    if (from === 'received') {
      const name = 'PostgreSQL, pg_receivewal --synchronous'
      return await proveRestoration({ name, place, inventory, answers, borrowers, lostAt, mayLose: false })
    }
    const archived = { name: 'PostgreSQL, archive only', place, answers, lostAt, mayLose: true }
    const { proof, ...rehearsed } = await proveRestoration({
      ...archived,
      inventory: new Map(),
      borrowers: [],
    })
    // What reached the bank and not the archive is reported as lost, without failing the proof.
    const complaints = proof.complaints.filter((line) => !line.includes('not in our books'))
    return { ...rehearsed, proof: { ...proof, complaints } }
  } finally {
    await restored.stop()
  }
}
