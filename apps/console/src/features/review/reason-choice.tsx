import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { FieldGroup } from '@dolphin/ui/field/field'
import type { CallValue } from '../../calls/call.ts'
import { reviewText } from './messages.ts'

/** As many as a notice of adverse action names. Source: 12 CFR 1002.9(b)(2), comment 1. */
const MOST_REASONS = 4

/** Whether as many reasons are chosen as a notice names. */
export const areWholeReasons = (chosen: readonly string[]): boolean =>
  chosen.length > 0 && chosen.length <= MOST_REASONS

type Reason = CallValue<'showReviewCase'>['reasons'][number]

interface ReasonChoiceProps {
  reasons: readonly Reason[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

/** The reasons of a notice: what the policy found, then what a person may have found beside it. */
export function ReasonChoice({ reasons, chosen, error, onChange }: ReasonChoiceProps) {
  const found = reasons.filter((one) => one.found)
  const others = reasons.filter((one) => !one.found)
  const choice = ({ code, reason }: Reason) => (
    <Checkbox
      key={code}
      id={`reason-${code}`}
      label={reason}
      checked={chosen.includes(code)}
      onChange={(isOn) => onChange(isOn ? [...chosen, code] : chosen.filter((each) => each !== code))}
    />
  )
  return (
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
  )
}
