import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { Part } from '../../list/part.tsx'
import { PROVIDER_NAMES, systemText } from './messages.ts'
import styles from './system.module.css'
import type { SystemState } from './system-page.tsx'

type Circuit = SystemState['circuits'][number]

const COLUMNS: readonly Column<Circuit>[] = [
  { heading: systemText.provider, cell: ({ provider }) => PROVIDER_NAMES[provider] ?? provider },
  {
    heading: systemText.circuit,
    cell: ({ isClosed }) => (
      <span className={styles.state} data-state={isClosed ? undefined : 'trouble'}>
        {isClosed ? systemText.closed : systemText.open}
      </span>
    ),
  },
]

/** Providers that are spared while they fail. */
export const Circuits = ({ circuits }: { circuits: readonly Circuit[] }) => (
  <Part title={systemText.circuits} lead={systemText.circuitsLead} isWide>
    <FigureTable
      caption={systemText.circuits}
      columns={COLUMNS}
      rows={circuits}
      keyOf={({ provider }) => provider}
      empty={systemText.noCircuits}
    />
  </Part>
)
