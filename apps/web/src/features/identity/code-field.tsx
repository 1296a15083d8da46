import { Field } from '@dolphin/ui/field/field'
import { TextInput } from '@dolphin/ui/text-input/text-input'

interface CodeFieldProps {
  id: string
  label: string
  value: string
  error: string | undefined
  /** Letters come in recovery codes alone. */
  digits?: boolean
  onChange: (value: string) => void
  onBlur: () => void
}

/** A code that is copied from somewhere else. */
export function CodeField({ id, label, value, error, digits = true, onChange, onBlur }: CodeFieldProps) {
  return (
    <Field id={id} label={label} error={error}>
      {(wiring) => (
        <TextInput
          {...wiring}
          name={id}
          width="short"
          inputMode={digits ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}
