import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { openWorkItem } from '../modules/work-items/work-item-service.ts'
import type { TestApi } from './api-fixture.ts'

/** Opens an item about a return that an employee looks at; answers its number. */
export async function openedWorkItem(
  { deps }: TestApi,
  portfolioId: number,
  subject: string,
): Promise<string> {
  const reason = 'a return that an employee looks at'
  const item = await deps.units.write(async (unit) =>
    ok(
      await openWorkItem(deps, unit, {
        portfolioId,
        kind: 'returnForReview',
        subject,
        reason,
        actor: 'test',
      }),
    ),
  )
  assert(item.ok && item.value !== undefined, 'the item is new')
  return item.value
}
