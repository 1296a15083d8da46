import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'

/** What is numbered. Numbers ascend over all portfolios and are never given twice; gaps are normal. */
export type SerialKind = 'loan' | 'application' | 'document' | 'transaction' | 'trace' | 'message'

/** The next number of its kind, from 1. A rolled-back transaction leaves a gap. */
export async function nextSerial(executor: Executor, kind: SerialKind): Promise<number> {
  const { rows } = await executor.execute<{ serial: string }>(
    sql`select nextval(${`${kind}_serial`}) as serial`,
  )
  return Number(rows[0]?.serial)
}
