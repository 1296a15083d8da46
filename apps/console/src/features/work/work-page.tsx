import { WORK_ITEM_KINDS, type WorkItemKind } from '@dolphin/domain/work-items/codes'
import { useState } from 'react'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { type Column, DeskTable } from '../../list/desk-table.tsx'
import listStyles from '../../list/desk-table.module.css'
import { ListFilter } from '../../list/list-filter.tsx'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import type { SteadyRow } from '../../list/steady-rows.ts'
import { useList } from '../../list/use-list.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { useRowKeys } from '../../list/use-row-keys.ts'
import { ageText, civilDayText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { KIND_NAMES, workText } from './messages.ts'
import { takerText } from './taker.ts'
import { WorkItemPanel } from './work-item-panel.tsx'
import styles from './work.module.css'

export type WorkItemHead = CallValue<'listWorkItem'>['items'][number]

const KINDS = WORK_ITEM_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] })).toSorted(
  (one, other) => one.label.localeCompare(other.label),
)
const TAKEN = [{ value: 'me', label: workText.takenByMe }]
const STATES = [{ value: 'closed', label: workText.closedState }]

const isKind = (text: string | undefined): text is WorkItemKind =>
  WORK_ITEM_KINDS.some((kind) => kind === text)

/** What needs a person: the overdue first, each with its facts and what may be done. */
export function WorkPage() {
  const place = useListPlace('/work')
  const session = useSession()
  const kind = place.filter('kind')
  const state = place.filter('state') === 'closed' ? 'closed' : undefined
  const portfolioId = useAskedPortfolio(place, 'workItem.own')
  const [result, setResult] = useState<string>()
  const list = useList({
    name: 'listWorkItem',
    query: {
      kind: isKind(kind) ? kind : undefined,
      portfolioId,
      takenBy: place.filter('taken') === 'me' ? 'me' : undefined,
      state,
    },
    rowsOf: ({ items }) => items,
    keyOf: ({ workItemNo }: WorkItemHead) => workItemNo,
  })
  const keys = list.rows?.map(({ workItemNo }) => workItemNo) ?? []
  useRowKeys({ keys, chosen: place.chosen, open: place.open, take: list.take })
  const closed = (line: string, workItemNo: string) => {
    setResult(line)
    place.open(list.rows?.find((row) => row.workItemNo !== workItemNo && !row.gone)?.workItemNo)
    list.drop(workItemNo)
  }
  return (
    <div className="page">
      <PageHeading title={workText.title} />
      <div className={listStyles.filters}>
        <ListFilter place={place} name="kind" label={workText.kind} options={KINDS} />
        <PortfolioFilter
          place={place}
          permission="workItem.own"
          found={list.rows?.map(({ portfolioId }) => portfolioId) ?? []}
        />
        <ListFilter place={place} name="taken" label={workText.takenBy} options={TAKEN} />
        <ListFilter
          place={place}
          name="state"
          label={workText.state}
          options={STATES}
          every={workText.open}
        />
      </div>
      <p role="status" className={styles.result}>
        {result}
      </p>
      {list.failure && <ReadingFailed failure={list.failure} onAgain={list.again} />}
      {list.rows === undefined && list.failure === undefined && <Waiting />}
      {list.rows && (
        <div className={styles.columns}>
          <DeskTable
            caption={workText.caption}
            columns={columnsFor(session.employeeId)}
            rows={list.rows}
            keyOf={({ workItemNo }) => workItemNo}
            hrefOf={({ workItemNo }) => place.hrefOf(workItemNo)}
            chosen={place.chosen}
            empty={state === undefined ? workText.empty : workText.emptyClosed}
            newcomers={list.newcomers}
            onTake={list.take}
            onMore={list.more}
          />
          <WorkItemSide chosen={place.chosen} onTaken={setResult} onClosed={closed} />
        </div>
      )}
    </div>
  )
}

interface WorkItemSideProps {
  chosen: string | undefined
  onTaken: (line: string) => void
  onClosed: (line: string, workItemNo: string) => void
}

function WorkItemSide({ chosen, onTaken, onClosed }: WorkItemSideProps) {
  if (chosen === undefined)
    return (
      <section className="panel padded" aria-label={workText.caption}>
        <p className="muted">{workText.choose}</p>
      </section>
    )
  return <WorkItemPanel key={chosen} workItemNo={chosen} onTaken={onTaken} onClosed={onClosed} />
}

const columnsFor = (ownId: string): readonly Column<SteadyRow<WorkItemHead>>[] => [
  { heading: workText.kind, cell: ({ kind }) => KIND_NAMES[kind] },
  {
    heading: workText.loan,
    kind: 'name',
    cell: ({ loanNo, portfolioId }) => loanNo ?? portfolioId ?? workText.server,
  },
  { heading: workText.what, cell: ({ reason }) => reason },
  { heading: workText.since, kind: 'figure', cell: ({ since }) => ageText(since, serverClock.now()) },
  {
    heading: workText.due,
    kind: 'figure',
    cell: ({ due, overdue }) => (
      <span data-overdue={overdue || undefined} className={styles.due}>
        {civilDayText(due)}
        {overdue && <span className="small"> {workText.overdue}</span>}
      </span>
    ),
  },
  {
    heading: workText.takenBy,
    cell: ({ takenBy }) => takerText(takenBy, ownId),
  },
]
