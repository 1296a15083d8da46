import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { Part } from '../../list/part.tsx'
import { durationText, sinceText } from './duration-text.ts'
import { systemText } from './messages.ts'
import styles from './system.module.css'
import type { SystemState } from './system-page.tsx'

type Node = SystemState['nodes'][number]

const COLUMNS: readonly Column<Node>[] = [
  {
    heading: systemText.host,
    cell: ({ host, pid, isThis }) => `${host} / ${pid}${isThis ? `, ${systemText.thisNode}` : ''}`,
  },
  {
    heading: systemText.build,
    cell: ({ build }) => <span className={styles.build}>{build ?? systemText.noBuild}</span>,
  },
  { heading: systemText.up, kind: 'figure', cell: ({ upSeconds }) => durationText(upSeconds) },
  { heading: systemText.seen, kind: 'figure', cell: ({ seenSeconds }) => sinceText(seenSeconds) },
  {
    heading: systemText.state,
    cell: ({ isLive }) => (
      <span className={styles.state} data-state={isLive ? undefined : 'trouble'}>
        {isLive ? systemText.live : systemText.quiet}
      </span>
    ),
  },
]

/** Every server with the build that it runs. */
export function Nodes({ nodes }: { nodes: readonly Node[] }) {
  const builds = new Set(nodes.filter(({ isLive }) => isLive).map(({ build }) => build))
  return (
    <Part
      title={systemText.nodes}
      lead={builds.size > 1 ? systemText.builds(builds.size) : systemText.oneBuild}
      isWide
    >
      <FigureTable
        caption={systemText.nodes}
        columns={COLUMNS}
        rows={nodes}
        keyOf={({ host, pid }) => `${host}/${pid}`}
        empty={systemText.noNodes}
      />
    </Part>
  )
}
