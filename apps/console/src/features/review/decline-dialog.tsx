import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Waiting } from '../../app/reading.tsx'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import { caseText } from './case-messages.ts'
import { reviewText } from './messages.ts'
import { NoticePreview } from './notice-preview.tsx'
import { areWholeReasons, ReasonChoice } from './reason-choice.tsx'
import { ReviewAct, type ReviewDialogProps } from './review-dialog.tsx'

/** Declines the loan with reasons that the policy found; the notice names them. */
export function DeclineDialog({ row, onClose, onDecided }: ReviewDialogProps) {
  const { loanNo, customerName } = row
  const { data, error: unread } = useQuery(reads('showReviewCase', { params: { loanNo } }))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [error, setError] = useState<string>()
  const failure = data === undefined ? failureOf(unread) : undefined
  return (
    <ReviewAct
      title={reviewText.declineTitle(loanNo)}
      act={reviewText.decline}
      tone="danger"
      onClose={onClose}
      onDone={(approvalNo) => onDecided(reviewText.done.decline(customerName), approvalNo)}
      send={async (note) => {
        const isWhole = areWholeReasons(chosen)
        setError(isWhole ? undefined : reviewText.reasonsMissing)
        return isWhole
          ? await call('declineLoan', { body: { loanNo, reasonCodes: [...chosen], note } })
          : undefined
      }}
    >
      <p>{reviewText.declineEffect}</p>
      {failure && <p role="alert">{failureText(failure)}</p>}
      {data === undefined && !failure && <Waiting />}
      {data && <ReasonChoice reasons={data.reasons} chosen={chosen} error={error} onChange={setChosen} />}
      <NoticePreview missing={chosen.length === 0 ? caseText.chooseFirst : undefined}>
        {() => reads('previewDecline', { body: { loanNo, reasonCodes: [...chosen] } })}
      </NoticePreview>
    </ReviewAct>
  )
}
