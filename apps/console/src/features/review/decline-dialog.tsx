import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { FieldGroup } from '@dolphin/ui/field/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Waiting } from '../../app/reading.tsx'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import { reviewText } from './messages.ts'
import { NoticePreview } from './notice-preview.tsx'
import { ReviewAct, type ReviewDialogProps } from './review-dialog.tsx'

/** As many as a notice of adverse action names. Source: 12 CFR 1002.9(b)(2), comment 2. */
const MOST_REASONS = 4

/** Declines the loan with reasons that the policy found; the notice names them. */
export function DeclineDialog({ row, onClose, onDecided }: ReviewDialogProps) {
  const { loanNo, customerName } = row
  const { data, error: unread } = useQuery(reads('showReviewCase', { params: { loanNo } }))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [error, setError] = useState<string>()
  const turn = (code: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, code] : chosen.filter((each) => each !== code))
  const failure = data === undefined ? failureOf(unread) : undefined
  const found = data?.reasons.filter((one) => one.found) ?? []
  const others = data?.reasons.filter((one) => !one.found) ?? []
  const choice = ({ code, reason }: (typeof found)[number]) => (
    <Checkbox
      key={code}
      id={`reason-${code}`}
      label={reason}
      checked={chosen.includes(code)}
      onChange={(isOn) => turn(code, isOn)}
    />
  )
  return (
    <ReviewAct
      title={reviewText.declineTitle(loanNo)}
      act={reviewText.decline}
      tone="danger"
      onClose={onClose}
      onDone={(approvalNo) => onDecided(reviewText.done.decline(customerName), approvalNo)}
      send={async (note) => {
        const isWhole = chosen.length > 0 && chosen.length <= MOST_REASONS
        setError(isWhole ? undefined : reviewText.reasonsMissing)
        return isWhole
          ? await call('declineLoan', { body: { loanNo, reasonCodes: [...chosen], note } })
          : undefined
      }}
    >
      <p>{reviewText.declineEffect}</p>
      {failure && <p role="alert">{failureText(failure)}</p>}
      {data === undefined && !failure && <Waiting />}
      {data && (
        <FieldGroup label={reviewText.reasons} hint={reviewText.reasonsHint} error={error}>
          {found.length === 0 && <p className="muted">{reviewText.noReasonsFound}</p>}
          {found.map(choice)}
          {others.length > 0 && (
            <details>
              <summary>{reviewText.otherReasons}</summary>
              {others.map(choice)}
            </details>
          )}
        </FieldGroup>
      )}
      <NoticePreview loanNo={loanNo} reasonCodes={chosen} />
    </ReviewAct>
  )
}
