import { WORK_ITEM_KINDS, type WorkItemKind } from '@dolphin/domain/work-items/codes'
import { useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import type { Column } from '../../list/desk-table.tsx'
import { DueDay } from '../../list/due-day.tsx'
import { ListFilter } from '../../list/list-filter.tsx'
import { ListPage, useResult } from '../../list/list-page.tsx'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import { SaveList } from '../../list/save-list.tsx'
import type { SteadyRow } from '../../list/steady-rows.ts'
import { useList } from '../../list/use-list.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { ageText, civilDayText, readableDates } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { KIND_NAMES, workText } from './messages.ts'
import { TakeNext } from './take-next.tsx'
import { takerText } from './taker.ts'
import { WorkItemPanel } from './work-item-panel.tsx'

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
  const state = place.filter('state') === 'closed' ? ('closed' as const) : undefined
  const portfolioId = useAskedPortfolio(place, 'workItem.own')
  const asked = { kind: isKind(kind) ? kind : undefined, portfolioId }
  const query = { ...asked, takenBy: place.filter('taken') === 'me' ? ('me' as const) : undefined, state }
  const list = useList({
    name: 'listWorkItem',
    query,
    rowsOf,
    keyOf,
  })
  const { result, say, leave } = useResult({ list, place, keyOf })
  return (
    <ListPage
      title={workText.title}
      caption={workText.caption}
      views="work"
      filters={
        <>
          <ListFilter place={place} name="kind" label={workText.kind} options={KINDS} />
          <PortfolioFilter place={place} permission="workItem.own" rows={list.rows} />
          <ListFilter place={place} name="taken" label={workText.takenBy} options={TAKEN} />
          <ListFilter
            place={place}
            name="state"
            label={workText.state}
            options={STATES}
            every={workText.open}
          />
          <SaveList name="exportWorkItem" query={query} />
          {state === undefined && (
            <TakeNext
              among={asked}
              onNone={say}
              onTaken={(item) => {
                say(workText.takenLine(KIND_NAMES[item.kind]))
                place.open(item.workItemNo)
                list.put(item)
              }}
            />
          )}
        </>
      }
      result={result}
      list={list}
      place={place}
      keyOf={keyOf}
      columns={columnsFor(session.employeeId)}
      empty={state === undefined ? workText.empty : workText.emptyClosed}
      choose={workText.choose}
    >
      {place.chosen && (
        <WorkItemPanel key={place.chosen} workItemNo={place.chosen} onTaken={say} onClosed={leave} />
      )}
    </ListPage>
  )
}

const rowsOf = ({ items }: CallValue<'listWorkItem'>) => items
const keyOf = ({ workItemNo }: WorkItemHead) => workItemNo

const columnsFor = (ownId: string): readonly Column<SteadyRow<WorkItemHead>>[] => [
  {
    heading: workText.kind,
    cell: ({ kind }) => KIND_NAMES[kind],
    note: ({ reason }) => readableDates(reason),
  },
  {
    heading: workText.loan,
    kind: 'name',
    cell: ({ loanNo, portfolioId }) => loanNo ?? portfolioId ?? workText.server,
  },
  { heading: workText.since, kind: 'figure', cell: ({ since }) => ageText(since, serverClock.now()) },
  {
    heading: workText.due,
    kind: 'figure',
    cell: ({ due, overdue, sleepsUntil }) =>
      sleepsUntil === null ? (
        <DueDay day={due} isOver={overdue} />
      ) : (
        workText.rests(civilDayText(sleepsUntil))
      ),
  },
  {
    heading: workText.takenBy,
    cell: ({ takenBy }) => takerText(takenBy, ownId),
  },
]
