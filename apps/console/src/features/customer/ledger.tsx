import { Banner } from '@dolphin/ui/banner/banner'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import { FigureTable } from '../../list/figure-table.tsx'
import type { Column } from '../../list/desk-table.tsx'
import { civilDayText, wholeText } from '../../time/instant-text.ts'
import { nameOf } from '../work/fact-rows.ts'
import styles from './customer.module.css'
import { Earlier } from './earlier.tsx'
import { ledgerText } from './record-messages.ts'
import { usePages } from './use-pages.ts'

type Ledger = CallValue<'loanLedger'>
type Posting = Ledger['postings'][number]

const ZERO = '0.00'

/** A loan's ledger: whether its chain of hashes holds, the balances, and each posting with both its sides. */
export function Ledger({ loanNo }: { loanNo: string }) {
  const { pages, failure, again, earlier } = usePages(['loanLedger', loanNo], (after) =>
    call('loanLedger', { params: { loanNo }, query: { after } }),
  )
  if (failure) return <ReadingFailed failure={failure} onAgain={again} />
  const [newest] = pages ?? []
  if (pages === undefined || newest === undefined) return <Waiting />
  return (
    <section className={`panel ${styles.tabPanel}`} aria-label={ledgerText.title(loanNo)}>
      <div className={styles.tabBody}>
        <h2>{ledgerText.title(loanNo)}</h2>
        <ChainState ledger={newest} />
        <h3>{ledgerText.balances}</h3>
        <div className={styles.balances}>
          <FigureTable
            caption={ledgerText.balances}
            columns={BALANCE_COLUMNS}
            rows={newest.balances}
            keyOf={({ account }) => account}
            empty={ledgerText.none}
          />
        </div>
        <h3>{ledgerText.postings}</h3>
        <FigureTable
          caption={ledgerText.postings}
          columns={POSTING_COLUMNS}
          rows={pages.flatMap(({ postings }) => postings)}
          keyOf={({ sequence }) => String(sequence)}
          empty={ledgerText.none}
        />
        <Earlier earlier={earlier} />
      </div>
    </section>
  )
}

function ChainState({ ledger: { intact, total, count } }: { ledger: Ledger }) {
  if (count === 0) return null
  const holds = intact && total === ZERO
  return (
    <Banner tone={holds ? 'success' : 'danger'} title={holds ? ledgerText.intact : ledgerText.broken}>
      <p>{holds ? ledgerText.intactWhy(count) : ledgerText.brokenWhy(total)}</p>
    </Banner>
  )
}

const BALANCE_COLUMNS: readonly Column<Ledger['balances'][number]>[] = [
  { heading: ledgerText.account, cell: ({ account }) => nameOf(account) },
  { heading: ledgerText.balance, kind: 'figure', cell: ({ balance }) => balance },
]

const POSTING_COLUMNS: readonly Column<Posting>[] = [
  { heading: ledgerText.number, kind: 'name', cell: ({ sequence }) => sequence },
  {
    heading: ledgerText.posting,
    cell: ({ kind, cause }) => (
      <>
        {nameOf(kind)}
        <span className={`small muted ${styles.second}`}>{cause.replace(/^\w+\//, '')}</span>
      </>
    ),
  },
  { heading: ledgerText.effective, cell: ({ effectiveDate }) => civilDayText(effectiveDate) },
  { heading: ledgerText.booked, cell: ({ bookedAt }) => wholeText(bookedAt) },
  {
    heading: ledgerText.entries,
    cell: ({ entries }) => (
      <dl className={`figures ${styles.entries}`}>
        {entries.map(({ account, amount }) => (
          <div key={account}>
            <dt>{nameOf(account)}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    ),
  },
  {
    heading: ledgerText.hash,
    cell: ({ hash }) => (
      <code className="small" title={hash}>
        {hash.slice(0, 12)}
      </code>
    ),
  },
]
