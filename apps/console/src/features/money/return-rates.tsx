import { useQuery } from '@tanstack/react-query'
import type { CallValue } from '../../calls/call.ts'
import { reads } from '../../calls/queries.ts'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { civilDayText } from '../../time/instant-text.ts'
import { moneyText } from './messages.ts'
import type { OfPortfolio } from './about.ts'
import { ReadPart } from '../../list/part.tsx'
import styles from './money.module.css'

type Rate = CallValue<'returnRate'>['windows'][number]['rates'][number]

/** How many of the debits come back, beside the limits. */
export function ReturnRates({ portfolioId }: OfPortfolio) {
  const query = useQuery(reads('returnRate', { query: { portfolioId } }))
  return (
    <ReadPart title={moneyText.rates} isWide lead={moneyText.ratesLead} query={query}>
      {({ windows }) =>
        windows.map(({ kind, from, to, debits, rates }) => (
          <div key={kind}>
            <h3>
              {moneyText.windows[kind]}: {civilDayText(from)} – {civilDayText(to)}, {moneyText.count} {debits}
            </h3>
            <FigureTable
              caption={`${moneyText.rates}, ${moneyText.windows[kind]}`}
              columns={COLUMNS}
              rows={rates}
              keyOf={(rate) => rate.kind}
              empty=""
            />
          </div>
        ))
      }
    </ReadPart>
  )
}

const COLUMNS: readonly Column<Rate>[] = [
  { heading: moneyText.kind, cell: ({ kind }) => moneyText.rateKinds[kind] },
  { heading: moneyText.returns, kind: 'figure', cell: ({ returns }) => returns },
  {
    heading: moneyText.rate,
    kind: 'figure',
    cell: ({ rate }) => (rate === null ? moneyText.noDebits : `${rate} %`),
  },
  { heading: moneyText.limit, kind: 'figure', cell: ({ limit }) => `${limit} %` },
  {
    heading: moneyText.status,
    cell: ({ status }) => (
      <span className={styles.state} data-state={status}>
        {moneyText.rateStates[status]}
      </span>
    ),
  },
]
