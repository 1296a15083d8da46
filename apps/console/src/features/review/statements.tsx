import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { filePath } from '../../calls/file-path.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import listStyles from '../../list/list-page.module.css'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { civilDayText, wholeText } from '../../time/instant-text.ts'
import { caseText, STATEMENT_KINDS, STATEMENT_STATES } from './case-messages.ts'
import styles from './review.module.css'

type Head = CallValue<'showReviewCase'>['statements'][number]
type Statement = CallValue<'showStatement'>
type Row = Statement['rows'][number] & { readonly key: string }

/** Statements that stand in place of a bank link, each beside the rows that were read of it; nothing where none came. */
export function Statements({ statements }: { statements: readonly Head[] }) {
  const session = useSession()
  if (statements.length === 0) return null
  const mayRead = mayAct(session, 'statement.accept', ['may'])
  return (
    <>
      <h3 className={styles.section}>{caseText.statement}</h3>
      {!mayRead && <p className="small muted">{caseText.noRight}</p>}
      {statements.map((head) => (
        <StatementFold key={head.requestCode} head={head} mayRead={mayRead} />
      ))}
    </>
  )
}

/** Read once it is unfolded: each reading of a customer's statement is in the audit. */
function StatementFold({ head, mayRead }: { head: Head; mayRead: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = `${caseText.statementOf(STATEMENT_KINDS[head.kind], wholeText(head.waitingSince))}: ${STATEMENT_STATES[head.state]}`
  if (!mayRead) return <p>{name}</p>
  return (
    <details className={styles.part} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen && <Beside head={head} />}
    </details>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: caseText.date, kind: 'name', cell: ({ date }) => civilDayText(date) },
  { heading: caseText.text, cell: ({ description }) => description },
  { heading: caseText.amount, kind: 'figure', cell: ({ amount }) => amount },
]

function Beside({ head: { requestCode, kind, documentNo } }: { head: Head }) {
  const { data, error, refetch } = useQuery(reads('showStatement', { params: { requestCode } }))
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  const path = filePath('statementFile', { requestCode })
  return (
    <div className={styles.beside}>
      <div>
        <Figures statement={data} />
        {kind === 'png' && <img className={styles.page} src={path} alt={caseText.page} />}
        {documentNo !== null && kind !== 'png' && (
          <p>
            <a href={path} download>
              {caseText.openFile}
            </a>
          </p>
        )}
      </div>
      <div className={styles.rows} role="region" tabIndex={0} aria-label={caseText.rows}>
        <FigureTable
          caption={caseText.rows}
          columns={COLUMNS}
          rows={data.rows.map((row, index) => ({ ...row, key: String(index) }))}
          keyOf={({ key }) => key}
          empty={caseText.noRows}
        />
      </div>
    </div>
  )
}

function Figures({ statement: { stated, computed } }: { statement: Statement }) {
  return (
    <dl className={listStyles.pairs}>
      <div>
        <dt>{caseText.stated}</dt>
        <dd>{stated.monthlyNetIncome}</dd>
      </div>
      {computed && (
        <div>
          <dt>{caseText.computed}</dt>
          <dd>{computed.monthlyNetIncome}</dd>
        </div>
      )}
    </dl>
  )
}
