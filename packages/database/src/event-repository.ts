import type { Executor } from './executor.ts'
import { behaviorRecords, businessEvents } from './schema/record.ts'

export type NewBusinessEvent = Omit<typeof businessEvents.$inferSelect, 'id'>
export type NewBehaviorRecord = Omit<typeof behaviorRecords.$inferSelect, 'id'>

/** Keeps a business event for good. */
export async function insertBusinessEvent(executor: Executor, event: NewBusinessEvent): Promise<void> {
  await executor.insert(businessEvents).values(event)
}

/** Keeps a batch of page and click events. */
export async function insertBehaviorRecords(
  executor: Executor,
  records: readonly NewBehaviorRecord[],
): Promise<void> {
  if (records.length > 0) await executor.insert(behaviorRecords).values([...records])
}
