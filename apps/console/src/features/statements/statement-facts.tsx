import type { ReactNode } from 'react'
import { SaveFile } from '../../form/save-file.tsx'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import listStyles from '../../list/list-page.module.css'
import { civilDayText } from '../../time/instant-text.ts'
import type { Statement } from './findings.ts'
import { FREQUENCY_TEXTS, KIND_TEXTS, STATE_TEXTS, statementText } from './messages.ts'
import styles from './statements.module.css'

type Line = Statement['rows'][number]

const LINES: readonly Column<Line & { readonly at: number }>[] = [
  { heading: statementText.date, cell: ({ date }) => civilDayText(date) },
  { heading: statementText.description, cell: ({ description }) => description },
  { heading: statementText.amount, kind: 'figure', cell: ({ amount }) => amount },
]

/** What was read and computed, what the borrower said, and every row, to be held beside the file. */
export function StatementFacts({ statement }: { statement: Statement }) {
  const { rows, requestCode, kind, state, read, needsFindings } = statement
  return (
    <>
      <h3>{statementText.facts}</h3>
      <dl className={listStyles.pairs}>
        {factsOf(statement).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {needsFindings && <p className="small">{statementText.findingsNeeded}</p>}
      {kind !== 'person' && (
        <p>
          <SaveFile
            name="statementFile"
            input={{ params: { requestCode } }}
            label={statementText.save}
            hint={statementText.saveHint}
          />
          {state === 'quarantined' && <span className="small muted"> {statementText.unsafe}</span>}
        </p>
      )}
      {read !== null && read.skipped.length > 0 && (
        <details>
          <summary>
            {statementText.skipped}: {read.skipped.length + read.moreSkipped}
          </summary>
          <ul className="small">
            {read.skipped.map(({ row, reason, column }) => (
              <li key={`${row}/${column ?? ''}`}>
                {row}: {column === null ? reason : `${column}: ${reason}`}
              </li>
            ))}
            {read.moreSkipped > 0 && <li>{statementText.more(read.moreSkipped)}</li>}
          </ul>
        </details>
      )}
      {rows.length > 0 && (
        <details open>
          <summary>{statementText.lines}</summary>
          <section className={`small ${styles.lines}`} aria-label={statementText.lines} tabIndex={0}>
            <FigureTable
              caption={statementText.lines}
              columns={LINES}
              rows={rows.map((line, at) => ({ ...line, at }))}
              keyOf={({ at }) => String(at)}
              empty=""
            />
          </section>
        </details>
      )}
    </>
  )
}

type Fact = readonly [label: string, value: ReactNode]

const factsOf = (statement: Statement): readonly Fact[] => [
  [statementText.kind, `${KIND_TEXTS[statement.kind]}, ${STATE_TEXTS[statement.state].toLowerCase()}`],
  [
    statementText.stated,
    `${statementText.statedIncome(statement.stated.monthlyNetIncome)}, ${statement.stated.employer ?? statementText.noEmployer}`,
  ],
  [statementText.account, statement.stated.accountMasked ?? statementText.noAccount],
  ...(statement.kind === 'person' ? [] : readFacts(statement)),
  ...computedFacts(statement),
]

function readFacts({ read, unread }: Statement): readonly Fact[] {
  if (read === null)
    return [[statementText.rows, unread === null ? statementText.look : statementText[unread]]]
  const { rows, rowsInFile, from, to, bank, accountMasked, balances, totals } = read
  return [
    [statementText.rows, statementText.rowsRead(rows, rowsInFile, civilDayText(from), civilDayText(to))],
    [statementText.bank, bank ?? statementText.bankUnknown],
    [statementText.balances, statementText.balance[balances]],
    ...(totals === null ? [] : [[statementText.totalsLabel, statementText.totals(totals)] as const]),
    ...(accountMasked === null ? [] : [[statementText.accountInFile, accountMasked] as const]),
  ]
}

function computedFacts({ computed, behind }: Statement): readonly Fact[] {
  if (computed === null) return []
  const { monthlyNetIncome, frequency, lastIncomeOn, averageBalance, lowestBalance } = computed
  const sources = behind?.income ?? []
  const rhythm = frequency === null ? '' : `, ${FREQUENCY_TEXTS[frequency].toLowerCase()}`
  return [
    [statementText.income, `${monthlyNetIncome}${rhythm}`],
    ...(sources.length === 0
      ? []
      : [
          [
            statementText.sources,
            <ul key="sources" className={styles.sources}>
              {sources.map(({ payer, monthlyNet }) => (
                <li key={payer}>
                  {payer}: {statementText.perMonth(monthlyNet)}
                </li>
              ))}
            </ul>,
          ] as const,
        ]),
    ...(lastIncomeOn === null ? [] : [[statementText.lastIncome, civilDayText(lastIncomeOn)] as const]),
    [statementText.average, averageBalance],
    [statementText.lowest, lowestBalance],
  ]
}
