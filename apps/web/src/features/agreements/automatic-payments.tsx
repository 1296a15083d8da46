import { FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import styles from './agreement.module.css'
import { agreementText } from './messages.ts'
import type { SigningDraft } from './signing-draft.ts'
import type { SigningDetails } from './step-props.ts'

export const AUTOMATIC_FIELD = 'automaticPayments'

interface AutomaticPaymentsProps {
  consent: SigningDetails['consents'][number]
  value: SigningDraft['automatic']
  error: string | undefined
  onChange: (value: SigningDraft['automatic']) => void
}

/**
 * The authorization of automatic payments, by itself and declinable: nothing is chosen beforehand, and the
 * loan does not depend on it. Source: Regulation E, 12 CFR 1005.10(b), (e)(1).
 */
export function AutomaticPayments({ consent, value, error, onChange }: AutomaticPaymentsProps) {
  return (
    <FieldGroup id={AUTOMATIC_FIELD} label={agreementText('payTitle')} hint={consent.summary} error={error}>
      <RadioGroup
        name={AUTOMATIC_FIELD}
        value={value}
        invalid={error !== undefined}
        onChange={(choice) => onChange(choice === 'yes' ? 'yes' : 'no')}
        options={[
          { value: 'yes', label: agreementText('automaticYes'), hint: agreementText('automaticYesHint') },
          { value: 'no', label: agreementText('automaticNo'), hint: agreementText('automaticNoHint') },
        ]}
      />
      <details>
        <summary>{agreementText('automaticRead')}</summary>
        <div className={styles.consentText}>
          {consent.text.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </details>
    </FieldGroup>
  )
}
