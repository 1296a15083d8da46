import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { filePath } from '../../calls/file-path.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import { wholeText } from '../../time/instant-text.ts'
import { KIND_TEXTS, STATE_TEXTS } from '../statements/messages.ts'
import { StatementFacts } from '../statements/statement-facts.tsx'
import { caseText } from './case-messages.ts'
import styles from './review.module.css'

type Head = CallValue<'showReviewCase'>['statements'][number]

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
  const name = `${caseText.statementOf(KIND_TEXTS[head.kind], wholeText(head.waitingSince))}: ${STATE_TEXTS[head.state]}`
  if (!mayRead) return <p>{name}</p>
  return (
    <details className={styles.part} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen && <Beside head={head} />}
    </details>
  )
}

function Beside({ head: { requestCode, kind } }: { head: Head }) {
  const { data, error, refetch } = useQuery(reads('showStatement', { params: { requestCode } }))
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  if (kind !== 'png') return <StatementFacts statement={data} />
  return (
    <div className={styles.beside}>
      <img className={styles.page} src={filePath('statementFile', { requestCode })} alt={caseText.page} />
      <div>
        <StatementFacts statement={data} />
      </div>
    </div>
  )
}
