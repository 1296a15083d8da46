import type { Executor } from '@dolphin/database/driver/executor'
import { writePlainly } from '@dolphin/database/driver/table-copy'
import { sql } from 'drizzle-orm'

/** Tables of which no row is ever changed: whatever was there once has to be there for good. */
const KEPT_FOR_GOOD = [
  'ledger_postings',
  'ledger_entries',
  'loan_history',
  'transaction_history',
  'decisions',
  'consents_given',
  'audit_events',
  'documents',
  'guard_decisions',
  'ach_entries',
]

/** A digest of each row that must never go. */
export type Inventory = ReadonlyMap<string, ReadonlySet<string>>

/** Looks at a database in one moment; within a transaction. */
export async function takeInventory(executor: Executor): Promise<Inventory> {
  await writePlainly(executor)
  const inventory = new Map<string, Set<string>>()
  for (const table of KEPT_FOR_GOOD) {
    const { rows } = await executor.execute<{ digest: string }>(
      sql`select md5(whole_row::text) as digest from ${sql.identifier(table)} as whole_row`,
    )
    inventory.set(table, new Set(rows.map(({ digest }) => digest)))
  }
  return inventory
}

/** What was there and is there no more. */
export function missingRows(before: Inventory, now: Inventory): string[] {
  return [...before].flatMap(([table, rows]) => {
    const missing = [...rows].filter((digest) => now.get(table)?.has(digest) !== true).length
    return missing === 0 ? [] : [`${missing} rows of ${table} are gone or changed`]
  })
}
