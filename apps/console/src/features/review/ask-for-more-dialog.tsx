import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { FieldGroup } from '@dolphin/ui/field/field'
import {
  answerDays,
  REQUESTABLE_TYPES,
  REQUESTED_DOCUMENTS,
  type RequestableType,
} from '@dolphin/domain/applications/document-request'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { queryClient } from '../../calls/queries.ts'
import { isWholeNote } from '../../form/note-field.tsx'
import { TextField } from '../../form/text-field.tsx'
import { civilDayText, wireDayText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { caseText } from './case-messages.ts'
import { ReviewAct, type ReviewDialogProps } from './review-dialog.tsx'

type Faults = Readonly<Partial<Record<'documentTypes' | 'answerBy' | 'note', string>>>

/** The days that may be named, as the server takes them. */
function daysOffered(): { readonly first: string; readonly last: string } {
  const today = parseLocalDate(wireDayText(serverClock.now()))
  if (today === undefined) throw new Error('The clock names a day of the calendar')
  const { first, last } = answerDays(today)
  return { first: formatLocalDate(first), last: formatLocalDate(last) }
}

/** Asks the borrower for documents by a notice of incompleteness with a deadline; the loan stays in its review. */
export function AskForMoreDialog({ row: { loanNo, customerName }, onClose, onDecided }: ReviewDialogProps) {
  const { first, last } = daysOffered()
  const [chosen, setChosen] = useState<readonly RequestableType[]>([])
  const [answerBy, setAnswerBy] = useState(first)
  const [faults, setFaults] = useState<Faults>({})
  return (
    <ReviewAct
      title={caseText.askTitle(loanNo)}
      act={caseText.ask}
      note={{ label: caseText.why, error: faults.note }}
      onFaults={setFaults}
      onClose={onClose}
      onDone={() => {
        for (const name of ['listDocumentRequest', 'showReviewCase'])
          void queryClient.invalidateQueries({ queryKey: [name] })
        onDecided(caseText.asked(customerName), null)
      }}
      send={async (note) => {
        const missing: Faults = {
          ...(chosen.length === 0 && { documentTypes: caseText.whichMissing }),
          ...(answerBy === '' && { answerBy: caseText.askByMissing }),
          ...(!isWholeNote(note) && { note: caseText.whyMissing }),
        }
        setFaults(missing)
        if (Object.keys(missing).length > 0) return undefined
        return await call('requestDocuments', {
          body: { loanNo, documentTypes: [...chosen], note, answerBy },
        })
      }}
    >
      <p>{caseText.askEffect}</p>
      <FieldGroup label={caseText.which} error={faults.documentTypes}>
        {REQUESTABLE_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={REQUESTED_DOCUMENTS[type].en}
            checked={chosen.includes(type)}
            onChange={(isOn) => setChosen(isOn ? [...chosen, type] : chosen.filter((one) => one !== type))}
          />
        ))}
      </FieldGroup>
      <TextField
        label={caseText.askBy}
        hint={caseText.askByHint(civilDayText(first), civilDayText(last))}
        type="date"
        width="short"
        value={answerBy}
        error={faults.answerBy}
        onChange={setAnswerBy}
      />
    </ReviewAct>
  )
}
