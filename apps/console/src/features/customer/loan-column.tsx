import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { Link } from 'wouter'
import { useKeys } from '../../app/keys.ts'
import { mayAct, useSession } from '../../app/session.tsx'
import { civilDayText, dayAndTimeText } from '../../time/instant-text.ts'
import { KIND_NAMES, workText } from '../work/messages.ts'
import { LEGAL_FACT_NAMES } from './choice-names.ts'
import { employeeText } from './employee-text.ts'
import type { CustomerFile } from './customer-page.tsx'
import styles from './customer.module.css'
import { customerText } from './messages.ts'
import { NoteDialog } from './note-dialog.tsx'
import { statusText } from './status-text.ts'

interface LoanColumnProps {
  file: CustomerFile
  /** The loan whose money is shown. */
  chosen: string | undefined
  onNoted: () => void
}

/** Loans, what needs a person, and the notes of colleagues. */
export function LoanColumn({ file, chosen, onNoted }: LoanColumnProps) {
  return (
    <div className={styles.left}>
      <section aria-label={customerText.loans}>
        <h2>{customerText.loans}</h2>
        {file.loans.length === 0 && <p className="muted">{customerText.noLoans}</p>}
        {file.loans.map((loan) => (
          <Link
            key={loan.loanNo}
            href={`/customers/${file.file}?loan=${loan.loanNo}`}
            replace
            className={`panel ${styles.loan}`}
            aria-current={loan.loanNo === chosen ? 'true' : undefined}
          >
            <b className="figures">{loan.loanNo}</b>
            <span>{statusText(loan)}</span>
            {loan.legalFacts.map((fact) => (
              <span key={`${fact.kind}/${fact.since}`} className="small">
                {legalFactText(fact)}
              </span>
            ))}
            {loan.amount !== null && <span className="small muted">{customerText.of(loan.amount)}</span>}
          </Link>
        ))}
      </section>
      <OpenWork file={file} />
      <Notes file={file} onNoted={onNoted} />
    </div>
  )
}

function legalFactText({
  kind,
  since,
  reference,
  endedOn,
}: CustomerFile['loans'][number]['legalFacts'][number]): string {
  const days = customerText.factDays(civilDayText(since), endedOn === null ? null : civilDayText(endedOn))
  return [LEGAL_FACT_NAMES[kind], days, ...(reference === null ? [] : [reference])].join(', ')
}

function OpenWork({ file: { work } }: { file: CustomerFile }) {
  const session = useSession()
  const owns = mayAct(session, 'workItem.own', ['may'])
  return (
    <section aria-label={customerText.work}>
      <h2>{customerText.work}</h2>
      {work.length === 0 && <p className="muted">{customerText.noWork}</p>}
      <ul className={styles.plain}>
        {work.map(({ workItemNo, kind, due, sleepsUntil, overdue, takenBy }) => (
          <li key={workItemNo}>
            {owns ? <Link href={`/work/${workItemNo}`}>{KIND_NAMES[kind]}</Link> : KIND_NAMES[kind]}
            <span className={`small muted ${styles.second}`}>
              {overdue ? customerText.overdue(civilDayText(due)) : customerText.due(civilDayText(due))}
              {sleepsUntil !== null && `, ${workText.rests(civilDayText(sleepsUntil))}`}
              {takenBy !== null && `, ${employeeText(takenBy, session.employeeId)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notes({ file, onNoted }: { file: CustomerFile; onNoted: () => void }) {
  const session = useSession()
  const [writes, setWrites] = useState(false)
  const may = mayAct(session, 'note.write', ['may']) && file.openId !== null
  useKeys(may ? { n: () => setWrites(true) } : {})
  return (
    <section aria-label={customerText.notes}>
      <h2>{customerText.notes}</h2>
      {may && (
        <Button variant="secondary" onClick={() => setWrites(true)}>
          {customerText.addNote}
        </Button>
      )}
      {file.openId === null && <p className="muted">{customerText.guestNote}</p>}
      {file.openId !== null && file.notes.length === 0 && <p className="muted">{customerText.noNotes}</p>}
      <ul className={styles.plain}>
        {file.notes.map(({ noteNo, text, author, at, loanNo }) => (
          <li key={noteNo}>
            <span className={styles.written}>{text}</span>
            <span className={`small muted ${styles.second}`}>
              {employeeText(author, session.employeeId)}, {dayAndTimeText(at)}
              {loanNo !== null && `. ${customerText.aboutLoan(loanNo)}`}
            </span>
          </li>
        ))}
      </ul>
      {writes && (
        <NoteDialog
          file={file.file}
          onClose={() => setWrites(false)}
          onNoted={() => {
            setWrites(false)
            onNoted()
          }}
        />
      )}
    </section>
  )
}
