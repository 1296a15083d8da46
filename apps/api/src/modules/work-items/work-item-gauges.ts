import { countOpenWorkItems, type OpenCount } from '@dolphin/database/work-items/work-item-repository'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { WORK_ITEM_KINDS } from '@dolphin/domain/work-items/codes'
import type { Deps } from '../../deps.ts'
import { cachedFor } from '../../observability/cached-for.ts'
import type { Metrics } from '../../observability/metrics.ts'

const KEPT_MS = 5_000

/** Open work items by kind, and those past their due day; of all portfolios, the same on every node. */
export function addWorkItemGauges(
  metrics: Metrics,
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
): void {
  const counts = cachedFor(KEPT_MS, () => {
    const now = clock.now()
    return countOpenWorkItems(database.db, { today: dateIn(now, NEW_YORK), now })
  })
  const perKind = (name: string, help: string, value: (count: OpenCount) => number) =>
    metrics.addGauge({
      name,
      help,
      labels: ['kind'],
      read: async () => {
        const byKind = new Map((await counts()).map((count) => [count.kind, value(count)]))
        return WORK_ITEM_KINDS.map((kind) => ({ labels: { kind }, value: byKind.get(kind) ?? 0 }))
      },
    })
  perKind('dolphin_work_items_open', 'Work items that need a person.', ({ open }) => open)
  perKind('dolphin_work_items_overdue', 'Of them, those past their due day.', ({ overdue }) => overdue)
}
