import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CallValue } from '../../calls/call.ts'
import { reads } from '../../calls/queries.ts'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { timeText } from '../../time/instant-text.ts'
import { moneyText } from './messages.ts'
import type { OfDay } from './about.ts'
import { ReadPart } from '../../list/part.tsx'

type Entry = CallValue<'listBankEntry'>['entries'][number]

/** Returns, notices of change and the like of the day, and what became of each. */
export function BankEntries({ portfolioId, day }: OfDay) {
  const query = useQuery(reads('listBankEntry', { query: { portfolioId, day } }))
  return (
    <ReadPart title={moneyText.bank} isWide query={query}>
      {({ entries, isCut }) => (
        <>
          <FigureTable
            caption={moneyText.bank}
            columns={COLUMNS}
            rows={entries}
            keyOf={({ sha256, line }) => `${sha256} ${line}`}
            empty={moneyText.bankEmpty}
          />
          {isCut && <p className="muted">{moneyText.bankCut}</p>}
        </>
      )}
    </ReadPart>
  )
}

const COLUMNS: readonly Column<Entry>[] = [
  { heading: moneyText.came, kind: 'name', cell: ({ at }) => timeText(at) },
  { heading: moneyText.kind, cell: ({ kind }) => moneyText.kinds[kind] },
  { heading: moneyText.code, cell: ({ code }) => code ?? '–' },
  { heading: moneyText.amount, kind: 'figure', cell: ({ amount }) => amount ?? '–' },
  { heading: moneyText.loan, kind: 'name', cell: ({ loanNo }) => loanNo ?? '–' },
  { heading: moneyText.trace, kind: 'name', cell: ({ originalTrace }) => originalTrace ?? '–' },
  {
    heading: moneyText.outcome,
    cell: ({ outcome, reason, workItemNo }) => (
      <>
        {workItemNo === null ? (
          moneyText.outcomes[outcome]
        ) : (
          <Link href={`/work/${workItemNo}`}>{moneyText.outcomes[outcome]}</Link>
        )}
        {reason !== null && <span className="small muted"> {reason}</span>}
      </>
    ),
  },
]
