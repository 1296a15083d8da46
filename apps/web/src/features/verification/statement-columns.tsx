import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { DataTable } from '@dolphin/ui/data-table/data-table'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useReading } from '../../api-client/use-call.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { usePlace } from '../../app/place.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { ColumnQuestion } from './column-answer.ts'
import { ColumnForm, type NamedColumns } from './column-form.tsx'
import { columnText } from './column-messages.ts'
import { columnName } from './column-name.ts'
import { StatementPreview } from './statement-preview.tsx'

/** An uploaded table of an unknown layout: which of its columns is which, then what was read of it, then 104. */
export function StatementColumns({ requestCode }: { requestCode: string }) {
  const [saved, setSaved] = useState<NamedColumns>()
  const place = usePlace()
  const [, navigate] = useLocation()
  const sendAnother = () => place.go({ upload: 'statement', statement: undefined }, { replace: true })
  if (saved === undefined)
    return <Question requestCode={requestCode} onSaved={setSaved} onOtherFile={sendAnother} />
  return (
    <Card>
      <StatementPreview
        sent={{ fileName: null, kind: 'csv', unread: null, quarantined: false, ...saved }}
        onDone={() => navigate(`/notification/${saved.notification}`)}
        onMore={sendAnother}
      />
    </Card>
  )
}

interface QuestionProps {
  requestCode: string
  onSaved: (saved: NamedColumns) => void
  onOtherFile: () => void
}

function Question({ requestCode, onSaved, onOtherFile }: QuestionProps) {
  const { reading, again } = useReading('showStatementColumns', { query: { requestCode } })
  usePageTitle(columnText('title'))
  if (reading.state === 'waiting') return <Waiting />
  if (!reading.ok) return <ReadingFailed failure={reading.failure} again={again} />
  const question = reading.value
  const isOver = question.why === 'over'
  return (
    <Card>
      <StepHeading lead={columnText(question.why)}>{columnText('title')}</StepHeading>
      {isOver ? (
        <ButtonRow>
          <Button onClick={onOtherFile}>{columnText('otherFile')}</Button>
        </ButtonRow>
      ) : (
        <>
          <FirstRows question={question} />
          <ColumnForm question={question} onSaved={onSaved} onOtherFile={onOtherFile} />
        </>
      )}
    </Card>
  )
}

/** As many as show what the columns hold; on a phone each is a card. */
const ROWS_SHOWN = 3

function FirstRows({ question }: { question: ColumnQuestion }) {
  const rows = question.rows.slice(0, ROWS_SHOWN)
  const filled = (rows[0] ?? []).flatMap((_, at) => (rows.some((row) => row[at] !== '') ? [at] : []))
  return (
    <DataTable
      caption={columnText('firstRows')}
      columns={filled.map((at) => ({
        key: String(at),
        heading: columnName(question, at),
        cell: (row: readonly string[]) => row[at] ?? '',
      }))}
      rows={rows}
      rowKey={(row) => `${rows.indexOf(row)}`}
    />
  )
}
