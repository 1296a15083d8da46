import { type Result, refuse } from '../../refusal.ts'
import type { MoneyDeps } from '../../deps.ts'
import { type BatchRun, originateBatch } from './originate-batch.ts'

/**
 * What a run would send and hold now: the run itself, in a transaction that is rolled back, with no file stored, no mail
 * and no ticket. Errors: as originateBatch.
 */
export async function previewBatch(
  deps: MoneyDeps,
  portfolioId: number,
  actor: string,
): Promise<Result<BatchRun>> {
  const objects: MoneyDeps['objects'] = { ...deps.objects, put: () => Promise.resolve() }
  let run: Result<BatchRun> = refuse('batchNotAllowed')
  await deps.units.write(async (unit) => {
    run = await originateBatch({ ...deps, objects }, unit, portfolioId, { actor })
    return refuse('batchNotAllowed')
  })
  return run
}
