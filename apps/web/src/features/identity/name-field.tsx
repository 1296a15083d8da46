import { Field } from '@dolphin/ui/field/field'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { identityText } from './messages.ts'

type NamePart = 'firstName' | 'middleName' | 'lastName'

interface NameFieldProps {
  form: {
    readonly values: Readonly<Record<string, string>>
    set: (key: NamePart, value: string) => void
    blur: (key: NamePart) => void
    error: (key: NamePart) => string | undefined
  }
  name: NamePart
  autoComplete: 'given-name' | 'additional-name' | 'family-name'
  optional?: boolean
}

/** One part of a person's name, as typed. */
export function NameField({ form, name, autoComplete, optional }: NameFieldProps) {
  return (
    <Field
      id={name}
      label={identityText(name)}
      optionalText={optional ? identityText('optional') : undefined}
      error={form.error(name)}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          name={name}
          autoComplete={autoComplete}
          maxLength={128}
          value={form.values[name] ?? ''}
          onChange={(event) => form.set(name, event.currentTarget.value)}
          onBlur={() => form.blur(name)}
        />
      )}
    </Field>
  )
}
