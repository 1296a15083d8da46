import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackup } from '@dolphin/api/backup/create-backup'
import type { BackupPlace } from '@dolphin/api/backup/data-folder'
import { restoreBackup } from '@dolphin/api/backup/restore-backup'
import { dataPaths } from '@dolphin/api/config/config'
import { wallClock } from '@dolphin/api/wall-clock'
import { prepareDataDir, startDrillServer } from './drill-server.ts'
import { takeInventory } from './inventory.ts'
import { openRestored } from './prove-restored.ts'
import {
  BUSY_MS,
  openBusiness,
  proveRestoration,
  type Rehearsed,
  type WriteLine,
  untilBusy,
} from './rehearsal.ts'

/** The drill's master key is set by the environment of its server, so the backup needs none. */
const place = (writeLine: WriteLine): BackupPlace => ({
  productVersion: 'drill',
  now: () => wallClock.now(),
  masterKey: undefined,
  writeLine,
})

/**
 * A lender on the embedded database: a killed server loses nothing that it answered; a lost disk loses everything since
 * the last backup, and what was in that comes back whole.
 */
export async function rehearseOnEmbedded(
  folder: string,
  loans: number,
  writeLine: WriteLine,
): Promise<Rehearsed[]> {
  const dataDir = join(folder, 'data')
  const backup = join(folder, 'backup')
  const recordKeys = join(folder, 'record-keys')
  const database = { directory: dataPaths(dataDir).database }
  await prepareDataDir(dataDir)
  const first = await startDrillServer(dataDir, undefined)
  const { lender, answers, borrowers } = await openBusiness(first.port, loans, writeLine)
  lender.close()
  await first.stop()
  writeLine('backup')
  await createBackup(place(writeLine), { dataDir, target: backup, withKeys: true, recordKeys })
  const opened = await openRestored({ database, dataDir })
  const inventory = await opened.database.transaction((tx) => takeInventory(tx))
  await opened.database.close()

  answers.begin()
  const second = await startDrillServer(dataDir, undefined)
  const again = lender.at(second.port)
  const moved = borrowers.map((borrower) => again.meet(borrower))
  writeLine(`borrowers ask and take back for ${BUSY_MS / 1_000} s, then the server is killed`)
  const busy = moved.map((borrower) => again.changeUntilGone(borrower))
  await untilBusy(answers)
  const killedAt = performance.now()
  await second.kill()
  await Promise.all(busy)
  again.close()
  writeLine(`${answers.all.length} answers were given since the backup`)
  const here = { place: { database, dataDir }, inventory, answers, borrowers }
  const killed = await proveRestoration({
    ...here,
    name: 'embedded, server killed',
    lostAt: killedAt,
    mayLose: false,
  })

  writeLine('the disk is gone: restoring the backup')
  const lostAt = performance.now()
  await rm(dataDir, { recursive: true })
  await restoreBackup(place(writeLine), { folder: backup, recordKeys, target: dataDir })
  const name = 'embedded, disk lost, backup restored'
  return [killed, await proveRestoration({ ...here, name, lostAt, mayLose: true })]
}
