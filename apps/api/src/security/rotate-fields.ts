import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { Database } from '@dolphin/database/driver/open'
import { resealBatch, type ResealCursor, type ResealWanted } from '@dolphin/database/driver/reseal'
import { SEALED_COLUMNS, type SealedColumn } from '@dolphin/database/driver/sealed-columns'

/** Rows sealed anew in one transaction: few enough that a borrower who saves one of them notices nothing. */
const BATCH_ROWS = 200

export interface RotationDeps {
  readonly database: Database
  readonly cipher: FieldCipher
  readonly writeLine: (line: string) => void
}

/**
 * Seals every value under the newest keys, or those alone that are not under their record's key, column by column, each batch a transaction of its own. Servers may run:
 * they read with every key they know. Ended at any moment it has done what was committed, and begun again it goes on,
 * for what is under the newest key is passed over. Answers how many values were sealed anew.
 */
export async function rotateFields(deps: RotationDeps, wanted: ResealWanted = 'newest'): Promise<number> {
  let total = 0
  for (const column of SEALED_COLUMNS) total += await rotateColumn(deps, column, wanted)
  return total
}

async function rotateColumn(
  { database, cipher, writeLine }: RotationDeps,
  column: SealedColumn,
  wanted: ResealWanted,
): Promise<number> {
  let resealed = 0
  let after: ResealCursor | undefined
  do {
    const from = after
    const batch = await database.transaction((tx) =>
      resealBatch(tx, cipher, { column, wanted, after: from, limit: BATCH_ROWS }),
    )
    resealed += batch.resealed
    after = batch.next
    if (batch.resealed > 0) writeLine(`${column.table}.${column.column}: ${resealed} sealed anew`)
  } while (after !== undefined)
  return resealed
}
