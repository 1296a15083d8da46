import type { TrackedNotice } from '@dolphin/database/notices/delivery-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'

const KIND = 'sendingRefused'

/**
 * Tells the operator that mails or texts fail because of us: one work item for each channel until a person closes it,
 * however many notices fail meanwhile. Source: docs/decisions/delivery-reports.md.
 */
export async function tellOperator(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  { channel }: Pick<TrackedNotice, 'channel'>,
  { source, status }: { readonly source: string; readonly status: string | null },
): Promise<void> {
  const what = channel === 'sms' ? 'text messages' : 'mails'
  await openWorkItem(deps, unit, {
    portfolioId: WHOLE_SERVER,
    kind: KIND,
    subject: `sending/${channel}`,
    reason: `${what} of ours are refused because of us (${source}: ${status ?? 'no code'}); the notices are sent again later`,
    facts: { channel, source, status },
    actor: SYSTEM_ACTOR,
  })
}
