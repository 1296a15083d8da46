import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { REVIEW_NAMES, type Review, reviewText } from './messages.ts'
import { ReviewAct, type ReviewDialogProps } from './review-dialog.tsx'

/** Passes the loan on to another review. */
export function PassOnDialog({ row, onClose, onDecided }: ReviewDialogProps) {
  const { loanNo, customerName, subStatus } = row
  const [to, setTo] = useState('')
  const [error, setError] = useState<string>()
  const options = Object.entries(REVIEW_NAMES)
    .filter(([value]) => value !== subStatus)
    .map(([value, label]) => ({ value, label }))
  return (
    <ReviewAct
      title={reviewText.passOnTitle(loanNo)}
      act={reviewText.passOn}
      onClose={onClose}
      onDone={(approvalNo) => onDecided(reviewText.done.passOn(customerName), approvalNo)}
      send={async (note) => {
        setError(to === '' ? reviewText.passOnMissing : undefined)
        return to === '' ? undefined : await call('passOnLoan', { body: { loanNo, to: to as Review, note } })
      }}
    >
      <p>{reviewText.passOnEffect}</p>
      <Field label={reviewText.passOnTo} error={error}>
        {(wiring) => (
          <Select
            {...wiring}
            options={options}
            placeholder={reviewText.choosePlace}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        )}
      </Field>
    </ReviewAct>
  )
}
