import { Field } from '@dolphin/ui/field/field'
import { TextInput } from '@dolphin/ui/text-input/text-input'

interface EmailFieldProps {
  id: string
  label: string
  hint?: string
  value: string
  error: string | undefined
  /** "username" where a password manager should recognize the account. */
  autoComplete?: 'username' | 'email'
  onChange: (value: string) => void
  onBlur: () => void
}

/** An email address with the right keyboard and token. */
export function EmailField({
  id,
  label,
  hint,
  value,
  error,
  autoComplete = 'email',
  onChange,
  onBlur,
}: EmailFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(wiring) => (
        <TextInput
          {...wiring}
          name={id}
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}
