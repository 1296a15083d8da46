import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { FieldGroup } from '@dolphin/ui/field/field'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { reviewText } from './messages.ts'
import { ReviewAct, type ReviewDialogProps } from './review-dialog.tsx'

/** As many as a notice of adverse action names. Source: 12 CFR 1002.9(b)(2), comment 2. */
const MOST_REASONS = 4

/** Declines the loan with reasons that the policy found; the notice names them. */
export function DeclineDialog({ row, onClose, onDecided }: ReviewDialogProps) {
  const { loanNo, customerName, reasons } = row
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [error, setError] = useState<string>()
  const turn = (code: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, code] : chosen.filter((each) => each !== code))
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
      {reasons.length === 0 ? (
        <p>{reviewText.noReasonsToDecline}</p>
      ) : (
        <FieldGroup label={reviewText.reasons} hint={reviewText.reasonsHint} error={error}>
          {reasons.map(({ code, reason }) => (
            <Checkbox
              key={code}
              id={`reason-${code}`}
              label={reason}
              checked={chosen.includes(code)}
              onChange={(isOn) => turn(code, isOn)}
            />
          ))}
        </FieldGroup>
      )}
    </ReviewAct>
  )
}
