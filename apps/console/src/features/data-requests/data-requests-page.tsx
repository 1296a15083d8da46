import { DATA_REQUEST_KINDS, type DataRequestKind } from '@dolphin/domain/retention/data-request'
import { useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import type { Column } from '../../list/desk-table.tsx'
import { DueDay } from '../../list/due-day.tsx'
import { ListFilter } from '../../list/list-filter.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import { SaveList } from '../../list/save-list.tsx'
import type { SteadyRow } from '../../list/steady-rows.ts'
import { useList } from '../../list/use-list.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { longDayText } from '../../time/instant-text.ts'
import { employeeText } from '../customer/employee-text.ts'
import { dataText } from '../customer/record-messages.ts'
import { requestText } from './messages.ts'

type Row = CallValue<'searchDataRequest'>['requests'][number]

const KINDS = DATA_REQUEST_KINDS.map((kind) => ({ value: kind, label: dataText.kinds[kind] }))
const STATES = [{ value: 'answered', label: requestText.answered }]

const isKind = (text: string | undefined): text is DataRequestKind =>
  DATA_REQUEST_KINDS.some((kind) => kind === text)

const rowsOf = ({ requests }: CallValue<'searchDataRequest'>) => requests
const keyOf = ({ requestNo }: Row) => requestNo
/** The customer's file, at this request. */
const fileOf = ({ openId, requestNo }: Row) => `/customers/${openId}?tab=data&request=${requestNo}`

/** What customers ask of their own data: what is due first leads. */
export function DataRequestsPage() {
  const place = useListPlace('/data-requests')
  const { employeeId } = useSession()
  const kind = place.filter('kind')
  const state = place.filter('state') === 'answered' ? ('answered' as const) : undefined
  const query = {
    portfolioId: useAskedPortfolio(place, 'person.correct'),
    kind: isKind(kind) ? kind : undefined,
    state,
  }
  const list = useList({ name: 'searchDataRequest', query, rowsOf, keyOf })
  return (
    <ListPage
      title={requestText.title}
      caption={requestText.title}
      views="requests"
      filters={
        <>
          <ListFilter place={place} name="kind" label={dataText.kind} options={KINDS} />
          <PortfolioFilter place={place} permission="person.correct" rows={list.rows} />
          <ListFilter
            place={place}
            name="state"
            label={requestText.state}
            options={STATES}
            every={requestText.open}
          />
          <SaveList name="exportDataRequest" query={query} />
        </>
      }
      result={undefined}
      list={list}
      place={place}
      keyOf={keyOf}
      pageOf={fileOf}
      columns={state === undefined ? WAITING : [...ASKED, ...answeredColumns(employeeId)]}
      empty={state === undefined ? requestText.none : requestText.noneAnswered}
    />
  )
}

const ASKED: readonly Column<SteadyRow<Row>>[] = [
  {
    heading: requestText.customer,
    cell: ({ customerName, openId }) => (customerName === '' ? openId : customerName),
  },
  { heading: dataText.kind, cell: ({ kind }) => dataText.kinds[kind] },
  { heading: dataText.request, kind: 'name', cell: ({ requestNo }) => requestNo },
  { heading: requestText.portfolio, kind: 'figure', cell: ({ portfolioId }) => portfolioId },
  { heading: dataText.asked, kind: 'figure', cell: ({ askedAt }) => longDayText(askedAt) },
]

const WAITING: readonly Column<SteadyRow<Row>>[] = [
  ...ASKED,
  {
    heading: requestText.answerBy,
    kind: 'figure',
    cell: ({ answerBy, overdue }) => <DueDay day={answerBy} isOver={overdue} />,
  },
]

const answeredColumns = (ownId: string): readonly Column<SteadyRow<Row>>[] => [
  { heading: dataText.answer, cell: ({ outcome }) => outcome !== null && dataText.outcomes[outcome] },
  {
    heading: requestText.answeredAt,
    kind: 'figure',
    cell: ({ answeredAt }) => answeredAt !== null && longDayText(answeredAt),
  },
  {
    heading: requestText.by,
    cell: ({ answeredBy }) => answeredBy !== null && employeeText(answeredBy, ownId),
  },
]
