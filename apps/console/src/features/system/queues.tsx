import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { Part } from '../../list/part.tsx'
import { agoText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { durationText } from './duration-text.ts'
import { Facts } from './facts.tsx'
import { systemText } from './messages.ts'
import type { SystemState } from './system-page.tsx'

type Queue = SystemState['queues'][number]

const COLUMNS: readonly Column<Queue>[] = [
  { heading: systemText.job, cell: ({ job }) => job },
  { heading: systemText.due, kind: 'figure', cell: ({ due }) => due },
  { heading: systemText.active, kind: 'figure', cell: ({ active }) => active },
  { heading: systemText.failed, kind: 'figure', cell: ({ failed }) => failed },
  {
    heading: systemText.oldest,
    kind: 'figure',
    cell: ({ due, oldestSeconds }) => (due === 0 ? '–' : durationText(oldestSeconds)),
  },
]

/** Queues in which something is. */
export const Queues = ({ queues }: { queues: readonly Queue[] }) => (
  <Part title={systemText.queues} isWide>
    <FigureTable
      caption={systemText.queues}
      columns={COLUMNS}
      rows={queues}
      keyOf={({ job }) => job}
      empty={systemText.noQueues}
    />
  </Part>
)

/** Notices that did not go out yet. */
export const Outbox = ({ outbox: { waiting, oldestAt, failed } }: { outbox: SystemState['outbox'] }) => (
  <Part title={systemText.outbox} lead={systemText.outboxLead}>
    <Facts
      facts={[
        [systemText.waiting, waiting],
        [
          systemText.oldestNotice,
          oldestAt === null ? systemText.noOldest : agoText(oldestAt, serverClock.now()),
        ],
        [systemText.noticesFailed, failed],
      ]}
    />
  </Part>
)
