import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { mayAct, useSession } from '../../app/session.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import { queryClient, reads } from '../../calls/queries.ts'
import { isWholeNote } from '../../form/note-field.tsx'
import { NoteAct } from '../../form/note-act.tsx'
import { SaveFile } from '../../form/save-file.tsx'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { ReadPart } from '../../list/part.tsx'
import { civilDayText, wholeText } from '../../time/instant-text.ts'
import { dataText } from './record-messages.ts'

type DataRequest = CallValue<'listDataRequest'>['requests'][number]

interface DataRequestsProps {
  openId: string
  onSay: (line: string) => void
}

/** What a customer asked of their own data, what is due when, the answers, and the copy that they may have. */
export function DataRequests({ openId, onSay }: DataRequestsProps) {
  const session = useSession()
  const [search] = useSearchParams()
  const query = useQuery(reads('listDataRequest', { params: { openId } }))
  const [open, setOpen] = useState<DataRequest>()
  const [isCopying, setCopying] = useState(false)
  const columns: readonly Column<DataRequest>[] = [
    { heading: dataText.request, kind: 'name', cell: ({ requestNo }) => requestNo },
    { heading: dataText.kind, cell: ({ kind }) => dataText.kinds[kind] },
    { heading: dataText.words, cell: ({ details }) => (details === '' ? dataText.noWords : details) },
    { heading: dataText.asked, cell: ({ askedAt }) => wholeText(askedAt) },
    {
      heading: dataText.answer,
      cell: (one) =>
        one.outcome === null ? (
          <>
            {dataText.due(civilDayText(one.answerBy))}{' '}
            <Button variant="quiet" onClick={() => setOpen(one)}>
              {dataText.answerOf(one.requestNo)}
            </Button>
          </>
        ) : (
          `${dataText.outcomes[one.outcome]}: ${one.answer ?? ''}`
        ),
    },
  ]
  return (
    <ReadPart title={dataText.title} lead={dataText.lead} isWide query={query}>
      {({ requests }) => (
        <>
          <FigureTable
            caption={dataText.title}
            columns={columns}
            rows={requests}
            keyOf={({ requestNo }) => requestNo}
            chosen={search.get('request') ?? undefined}
            empty={dataText.none}
          />
          {mayAct(session, 'person.export', ['enter']) && (
            <p>
              <Button variant="quiet" onClick={() => setCopying(true)}>
                {dataText.enterCopy}
              </Button>{' '}
              <SaveFile
                name="exportPerson"
                input={{ params: { openId } }}
                label={dataText.copy}
                hint={dataText.copyHint}
              />{' '}
              <span className="small muted">{dataText.copyHint}</span>
            </p>
          )}
          {isCopying && (
            <NoteAct
              title={dataText.enterCopy}
              effect={dataText.copyEffect}
              act={dataText.enterCopy}
              note={{ label: dataText.copyNote }}
              send={async (note) => await call('enterPersonExport', { body: { openId, note } })}
              onClose={() => setCopying(false)}
              onDone={({ approval: { approvalNo } }) => {
                setCopying(false)
                onSay(dataText.copyEntered(approvalNo))
              }}
            />
          )}
          {open && (
            <AnswerDialog
              openId={openId}
              request={open}
              onClose={() => setOpen(undefined)}
              onDone={() => {
                setOpen(undefined)
                onSay(dataText.answered(open.requestNo))
                for (const name of ['listDataRequest', 'listFileActs', 'customerHistory'])
                  void queryClient.invalidateQueries({ queryKey: [name] })
              }}
            />
          )}
        </>
      )}
    </ReadPart>
  )
}

interface AnswerDialogProps {
  openId: string
  request: DataRequest
  onClose: () => void
  onDone: () => void
}

/** Answers a request that needs no change here, or refuses it with the reason; the customer reads the words. */
function AnswerDialog({ openId, request: { requestNo }, onClose, onDone }: AnswerDialogProps) {
  const [outcome, setOutcome] = useState('')
  const [error, setError] = useState<string>()
  return (
    <NoteAct
      title={dataText.answerOf(requestNo)}
      effect={dataText.effect}
      rule={dataText.rule}
      act={dataText.send}
      note={{ label: dataText.toCustomer, hint: dataText.toCustomerHint }}
      send={async (answer) => {
        const wrong =
          outcome === '' ? dataText.outcomeMissing : isWholeNote(answer) ? undefined : dataText.wordsMissing
        setError(wrong)
        if (wrong !== undefined) return undefined
        const body = { openId, requestNo, outcome: outcome === 'done' ? 'done' : 'refused', answer } as const
        return await call('answerDataRequest', { body })
      }}
      onClose={onClose}
      onDone={onDone}
    >
      <Field label={dataText.outcome} error={error}>
        {(wiring) => (
          <Select
            {...wiring}
            placeholder={dataText.choose}
            options={[
              { value: 'done', label: dataText.outcomes.done },
              { value: 'refused', label: dataText.outcomes.refused },
            ]}
            value={outcome}
            onChange={({ currentTarget: { value } }) => setOutcome(value)}
          />
        )}
      </Field>
    </NoteAct>
  )
}
