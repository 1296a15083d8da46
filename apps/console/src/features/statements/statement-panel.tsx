import { useQuery } from '@tanstack/react-query'
import type { StatementAct } from '@dolphin/domain/verification/statement-acts'
import { useState } from 'react'
import { FileLink } from '../../app/file-link.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { failureOf, queryClient, reads } from '../../calls/queries.ts'
import { ActRow, ActRows } from '../../form/act-row.tsx'
import listStyles from '../../list/list-page.module.css'
import { AcceptDialog } from './accept-dialog.tsx'
import type { Statement } from './findings.ts'
import { STATEMENT_ACT_TEXTS, statementText } from './messages.ts'
import { RefuseDialog, ReleaseDialog } from './refuse-dialog.tsx'
import { StatementFacts } from './statement-facts.tsx'

const DIALOGS = { accept: AcceptDialog, refuse: RefuseDialog, release: ReleaseDialog } as const

interface StatementPanelProps {
  requestCode: string
  /** It is decided: the next one is opened. */
  onDecided: (line: string, requestCode: string) => void
  /** It goes on waiting. */
  onReleased: (line: string) => void
}

/** One statement: what was read of it, and what may be done. */
export function StatementPanel({ requestCode, onDecided, onReleased }: StatementPanelProps) {
  const { data, error, refetch } = useQuery(reads('showStatement', { params: { requestCode } }))
  const [open, setOpen] = useState<Statement['acts'][number]>()
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  const done = (act: StatementAct) => {
    setOpen(undefined)
    const line = STATEMENT_ACT_TEXTS[act].done(data.customerName)
    if (act !== 'release') return onDecided(line, requestCode)
    onReleased(line)
    void queryClient.invalidateQueries({ queryKey: ['showStatement'] })
  }
  const ActDialog = open && DIALOGS[open.act]
  return (
    <section className={`panel padded ${listStyles.side}`} aria-label={data.customerName}>
      <h2>{data.customerName}</h2>
      <p className="muted">
        <FileLink file={data.loanNo} />
      </p>
      <h3>{statementText.acts}</h3>
      <ActRows>
        {data.acts
          .filter(({ act }) => act !== 'release' || data.state === 'quarantined')
          .map((one) => (
            <ActRow
              key={one.act}
              {...STATEMENT_ACT_TEXTS[one.act]}
              obstacle={one.obstacle}
              onOpen={() => setOpen(one)}
            />
          ))}
      </ActRows>
      <StatementFacts statement={data} />
      {open && ActDialog && (
        <ActDialog
          statement={data}
          rule={open.rule}
          onClose={() => setOpen(undefined)}
          onDone={() => done(open.act)}
        />
      )}
    </section>
  )
}
