import { Field } from '@dolphin/ui/field/field'
import { PasswordInput } from '@dolphin/ui/password-input/password-input'
import type { ReactNode } from 'react'
import { identityText } from './messages.ts'

interface PasswordFieldProps {
  id: string
  label: string
  hint?: ReactNode
  value: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
  onChange: (value: string) => void
  onBlur: () => void
}

/** A password with its show switch. */
export function PasswordField({
  id,
  label,
  hint,
  value,
  error,
  autoComplete,
  onChange,
  onBlur,
}: PasswordFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(wiring) => (
        <PasswordInput
          {...wiring}
          name={id}
          autoComplete={autoComplete}
          maxLength={128}
          value={value}
          showLabel={identityText('show')}
          hideLabel={identityText('hide')}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}
