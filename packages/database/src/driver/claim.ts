import { DatabaseFailure } from './database-failure.ts'
import type { Executor } from './executor.ts'

/** serialization_failure: where claims lie on a server of their own, somebody took the same at this moment. */
const TAKEN_MEANWHILE = '40001'

/**
 * Whether a claim was won: an insert of one row, `on conflict do nothing returning`. Where it was not, nothing of it is
 * left, and the transaction goes on. docs/guides/scale.md, Cells
 */
export async function isClaimed(
  executor: Executor,
  claim: (part: Executor) => PromiseLike<readonly unknown[]>,
): Promise<boolean> {
  try {
    const claimed = await executor.transaction(async (part) => await claim(part))
    return claimed.length === 1
  } catch (error) {
    if (error instanceof DatabaseFailure && error.code === TAKEN_MEANWHILE) return false
    throw error
  }
}
