import type { Executor } from '@dolphin/database/driver/executor'
import type { AttemptLimits, Wait } from './attempt-limits.ts'

/** Who sends a file that a reader has to open, and from where. */
export interface FileSender {
  /** From actorName. */
  readonly person: string
  readonly ip: string
}

/**
 * Counts a file against what one person and one network may have read, whichever loans they name: readers are few, and
 * everyone waits for them. Source: docs/limits.md.
 */
export async function takeFileBudget(
  limits: AttemptLimits,
  executor: Executor,
  { person, ip }: FileSender,
  at: Date,
): Promise<Wait> {
  return (
    (await limits.take(executor, 'filesOfPerson', person, at)) ??
    (await limits.take(executor, 'filesOfNetwork', ip, at))
  )
}
