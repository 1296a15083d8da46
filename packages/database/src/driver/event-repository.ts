import type { Executor } from './executor.ts'
import { rowInsert } from './row-insert.ts'
import { behaviorRecords, businessEvents } from '../schema/record.ts'

export type NewBehaviorRecord = Omit<typeof behaviorRecords.$inferSelect, 'id'>

/** Keeps a business event. */
export const insertBusinessEvent = rowInsert(businessEvents)

/** Keeps a batch of page and click events. */
export async function insertBehaviorRecords(
  executor: Executor,
  records: readonly NewBehaviorRecord[],
): Promise<void> {
  if (records.length > 0) await executor.insert(behaviorRecords).values([...records])
}
