import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { openWorkItem } from '../modules/work-items/work-item-service.ts'
import type { TestApi } from './api-fixture.ts'

/** Opens an item about a return, one that an employee looks at where no kind is named; answers its number. */
export async function openedWorkItem(
  { deps }: TestApi,
  portfolioId: number,
  subject: string,
  kind: WorkItemKind = 'returnForReview',
): Promise<string> {
  const reason = 'a return that an employee looks at'
  const item = await deps.units.write(async (unit) =>
    ok(
      await openWorkItem(deps, unit, {
        portfolioId,
        kind,
        subject,
        reason,
        actor: 'test',
      }),
    ),
  )
  assert(item.ok && item.value !== undefined, 'the item is new')
  return item.value
}
