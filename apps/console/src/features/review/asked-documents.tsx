import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { DOCUMENT_REFUSALS, type DocumentRefusal } from '@dolphin/domain/applications/document-request'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import { filePath } from '../../calls/file-path.ts'
import { failureOf, queryClient, reads } from '../../calls/queries.ts'
import { civilDayText, wholeText } from '../../time/instant-text.ts'
import { caseText, REQUEST_STATES } from './case-messages.ts'
import { ReviewAct } from './review-dialog.tsx'
import styles from './review.module.css'

type Request = CallValue<'listDocumentRequest'>['requests'][number]

interface AskedDocumentsProps {
  loanNo: string
  onDone: (line: string) => void
}

/** What reviews of a loan asked its borrower for, what came, and what may be done about it. */
export function AskedDocuments({ loanNo, onDone }: AskedDocumentsProps) {
  const session = useSession()
  const { data, error, refetch } = useQuery(reads('listDocumentRequest', { query: { loanNo } }))
  const [judged, setJudged] = useState<{ request: Request; isGood: boolean }>()
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  const mayJudge = mayAct(session, 'review.askForMore', ['may'])
  const done = (line: string) => {
    setJudged(undefined)
    for (const name of ['listDocumentRequest', 'showReviewCase'])
      void queryClient.invalidateQueries({ queryKey: [name] })
    onDone(line)
  }
  const dialog = judged && { loanNo, request: judged.request, onClose: () => setJudged(undefined) }
  return (
    <>
      <h3 className={styles.section}>{caseText.documents}</h3>
      {data.requests.length === 0 && <p className="muted">{caseText.noDocuments}</p>}
      <ul className={styles.requests}>
        {data.requests.map((request) => (
          <li key={request.requestNo}>
            <RequestLine loanNo={loanNo} request={request} mayOpen={mayJudge} />
            {mayJudge && request.state === 'received' && (
              <span className="acts">
                <Button variant="secondary" onClick={() => setJudged({ request, isGood: true })}>
                  {caseText.accept}
                </Button>
                <Button variant="secondary" onClick={() => setJudged({ request, isGood: false })}>
                  {caseText.refuse}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {dialog && judged.isGood && <AcceptDialog {...dialog} onDone={() => done(caseText.accepted)} />}
      {dialog && !judged.isGood && <RefuseDialog {...dialog} onDone={() => done(caseText.refused)} />}
    </>
  )
}

interface RequestLineProps {
  loanNo: string
  request: Request
  mayOpen: boolean
}

function RequestLine({ loanNo, request, mayOpen }: RequestLineProps) {
  const { name, state, answerBy, overdue, reason, note, files } = request
  return (
    <>
      <strong>{name}</strong>: {REQUEST_STATES[state]}, {caseText.answerBy(civilDayText(answerBy))}
      {overdue && <span className={styles.late}> ({caseText.overdue})</span>}
      <p className="small muted">{[note, reason].filter((part) => part !== null).join(' ')}</p>
      {files.map(({ documentNo, sentAt, quarantined }) => (
        <p key={documentNo} className="small">
          {mayOpen ? (
            <a href={filePath('documentRequestFile', { loanNo, documentNo })} download>
              {caseText.file(wholeText(sentAt))}
            </a>
          ) : (
            caseText.file(wholeText(sentAt))
          )}
          {quarantined && <span className="muted"> ({caseText.quarantined})</span>}
        </p>
      ))}
    </>
  )
}

interface JudgeProps {
  loanNo: string
  request: Request
  onClose: () => void
  onDone: () => void
}

function AcceptDialog({ loanNo, request: { name, requestNo }, onClose, onDone }: JudgeProps) {
  return (
    <ReviewAct
      title={caseText.acceptTitle(name)}
      act={caseText.accept}
      onClose={onClose}
      onDone={onDone}
      send={(note) => call('acceptDocument', { body: { loanNo, requestNo, note } })}
    >
      <p>{caseText.acceptEffect}</p>
    </ReviewAct>
  )
}

const REFUSALS = Object.entries(DOCUMENT_REFUSALS).map(([value, { en }]) => ({ value, label: en }))

function RefuseDialog({ loanNo, request: { name, requestNo }, onClose, onDone }: JudgeProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  return (
    <ReviewAct
      title={caseText.refuseTitle(name)}
      act={caseText.refuse}
      tone="danger"
      onClose={onClose}
      onDone={onDone}
      send={async (note) => {
        setError(reason === '' ? caseText.refuseMissing : undefined)
        if (reason === '') return undefined
        const body = { loanNo, requestNo, reason: reason as DocumentRefusal, note }
        return await call('refuseDocument', { body })
      }}
    >
      <p>{caseText.refuseEffect}</p>
      <Field label={caseText.refuseReason} error={error}>
        {(wiring) => (
          <Select
            {...wiring}
            options={REFUSALS}
            placeholder="Choose…"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Field>
    </ReviewAct>
  )
}
