import { useState } from 'react'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { useSession } from '../../app/session.tsx'
import { type CallInput, type CallValue, call } from '../../calls/call.ts'
import { FigureTable } from '../../list/figure-table.tsx'
import type { Column } from '../../list/desk-table.tsx'
import { wholeText } from '../../time/instant-text.ts'
import { nameOf } from '../work/fact-rows.ts'
import styles from './customer.module.css'
import { Earlier } from './earlier.tsx'
import { employeeText } from './employee-text.ts'
import { actorText, causeText } from './history-text.ts'
import { auditText } from './record-messages.ts'
import { usePages } from './use-pages.ts'

type Event = CallValue<'customerAudit'>['events'][number]
type Kind = NonNullable<NonNullable<CallInput<'customerAudit'>['query']>['kind']>

const KINDS = [undefined, 'reads', 'changes'] as const satisfies readonly (Kind | undefined)[]

/** Who read this file and who changed something in it; the customer's page does not show it. */
export function Audit({ file }: { file: string }) {
  const { employeeId } = useSession()
  const [kind, setKind] = useState<Kind>()
  const { pages, failure, again, earlier } = usePages(['customerAudit', file, kind], (after) =>
    call('customerAudit', { params: { file }, query: { kind, after } }),
  )
  return (
    <section className={`panel ${styles.tabPanel}`} aria-label={auditText.title}>
      <div className={styles.bar}>
        <h2>{auditText.title}</h2>
        <div className={styles.kinds}>
          {KINDS.map((one) => (
            <button key={one ?? 'all'} type="button" aria-pressed={one === kind} onClick={() => setKind(one)}>
              {auditText.kinds[one ?? 'all']}
            </button>
          ))}
        </div>
      </div>
      {failure && <ReadingFailed failure={failure} onAgain={again} />}
      {failure === undefined && pages === undefined && <Waiting />}
      {pages && (
        <div className={styles.tabBody}>
          <FigureTable
            caption={auditText.title}
            columns={columnsFor(employeeId)}
            rows={pages.flatMap(({ events }) => events)}
            keyOf={({ eventNo }) => eventNo}
            empty={auditText.none}
          />
          <Earlier earlier={earlier} />
        </div>
      )}
    </section>
  )
}

/** What was read, and why as far as it was said; of a change, its facts. */
function factsText({ event, facts }: Event): string {
  const { call: read, reason } = facts
  if (event !== 'customerFileRead' || typeof read !== 'string') return causeText(JSON.stringify(facts))
  return typeof reason === 'string' ? `${nameOf(read)}. ${reason}` : nameOf(read)
}

const columnsFor = (employeeId: string): readonly Column<Event>[] => [
  { heading: auditText.when, kind: 'name', cell: ({ at }) => wholeText(at) },
  { heading: auditText.who, cell: ({ actor }) => actorText(employeeText(actor, employeeId)) },
  { heading: auditText.what, cell: ({ event }) => nameOf(event) },
  { heading: auditText.about, cell: ({ subject }) => subject.replace(/^(?:read\/)?(?:customer:)?/, '') },
  { heading: auditText.facts, cell: factsText },
]
