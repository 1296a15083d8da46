import type { CallValue } from '../../calls/call.ts'
import type { Column } from '../../list/desk-table.tsx'
import { ListPage, useResult } from '../../list/list-page.tsx'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import { SaveList } from '../../list/save-list.tsx'
import type { SteadyRow } from '../../list/steady-rows.ts'
import { useList } from '../../list/use-list.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { ageText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { KIND_TEXTS, STATE_TEXTS, statementText } from './messages.ts'
import { StatementPanel } from './statement-panel.tsx'

type StatementRow = CallValue<'listStatement'>['statements'][number]

const rowsOf = ({ statements }: CallValue<'listStatement'>) => statements
const keyOf = ({ requestCode }: StatementRow) => requestCode

/** Statements and requests for a person that wait for an underwriter, the longest first. */
export function StatementsPage() {
  const place = useListPlace('/statements')
  const query = { portfolioId: useAskedPortfolio(place, 'loan.read') }
  const list = useList({ name: 'listStatement', query, rowsOf, keyOf })
  const { result, say, leave } = useResult({ list, place, keyOf })
  return (
    <ListPage
      title={statementText.title}
      caption={statementText.caption}
      views="statements"
      filters={
        <>
          <PortfolioFilter place={place} permission="loan.read" rows={list.rows} />
          <SaveList name="exportStatement" query={query} />
        </>
      }
      result={result}
      list={list}
      place={place}
      keyOf={keyOf}
      columns={COLUMNS}
      empty={statementText.empty}
      choose={statementText.choose}
    >
      {place.chosen !== undefined && (
        <StatementPanel
          key={place.chosen}
          requestCode={place.chosen}
          onDecided={leave}
          onReleased={(line) => {
            say(line)
            list.again()
          }}
        />
      )}
    </ListPage>
  )
}

const COLUMNS: readonly Column<SteadyRow<StatementRow>>[] = [
  { heading: statementText.customer, cell: ({ customerName }) => customerName },
  { heading: statementText.loan, kind: 'name', cell: ({ loanNo }) => loanNo },
  { heading: statementText.kind, cell: ({ kind }) => KIND_TEXTS[kind] },
  { heading: statementText.state, cell: ({ state }) => STATE_TEXTS[state] },
  {
    heading: statementText.since,
    kind: 'figure',
    cell: ({ waitingSince }) => ageText(waitingSince, serverClock.now()),
  },
]
