import {
  listOpenWorkItems,
  renewWorkItem,
  WHOLE_SERVER,
} from '@dolphin/database/work-items/work-item-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'

/** Names of files that a work item lists; all of them are counted. */
const MOST_NAMES = 200

/**
 * Notes messages of the return mailbox that could not be read or name no notice of ours: one work item a day, with their
 * count and the names of their files. The same name twice, after a crash, counts once.
 */
export const noteUnreadMail = (
  deps: WorkItemDeps,
  unit: UnitOfWork,
  names: readonly string[],
): Promise<void> =>
  note(deps, unit, {
    from: 'return-mailbox',
    names,
    says: 'messages in the return mailbox could not be read or name no notice of ours',
  })

/** Notes a provider's report of a failure that names no notice of ours: one work item a day for each provider. */
export const noteUnreadReport = (
  deps: WorkItemDeps,
  unit: UnitOfWork,
  source: string,
  eventId: string,
): Promise<void> =>
  note(deps, unit, {
    from: `webhook-${source}`,
    names: [eventId],
    says: `reports of ${source} say that a message failed and name no notice of ours`,
  })

interface Unread {
  readonly from: string
  readonly names: readonly string[]
  readonly says: string
}

async function note(deps: WorkItemDeps, unit: UnitOfWork, { from, names, says }: Unread): Promise<void> {
  const subject = `${from}/${formatLocalDate(dateIn(unit.now, NEW_YORK))}`
  const which = { portfolioId: WHOLE_SERVER, kind: 'unreadReturnMail', subject } as const
  const [open] = await listOpenWorkItems(unit.tx, which)
  const before = listedNames(open?.facts)
  const fresh = names.filter((name) => !before.includes(name))
  const count = Number(open?.facts['count'] ?? 0) + fresh.length
  const reason = `${count} ${says}`
  const facts = { count, files: [...before, ...fresh].slice(0, MOST_NAMES) }
  if (open === undefined) await openWorkItem(deps, unit, { ...which, reason, facts, actor: SYSTEM_ACTOR })
  else await renewWorkItem(unit.tx, which, { reason, facts })
}

const listedNames = (facts: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  (facts?.['files'] as readonly string[] | undefined) ?? []
