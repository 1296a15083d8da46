import { Field } from '@dolphin/ui/field/field'
import { PasswordInput } from '@dolphin/ui/password-input/password-input'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import type { ComponentProps, ReactNode } from 'react'

interface TextFieldProps
  extends Pick<
    ComponentProps<typeof TextInput>,
    'autoComplete' | 'inputMode' | 'placeholder' | 'type' | 'autoFocus' | 'width' | 'min'
  > {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  onChange: (text: string) => void
}

/** One line to fill in, with its label. */
export function TextField({ label, hint, error, value, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <TextInput
          {...wiring}
          {...rest}
          value={value}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** A password to fill in; it can be shown. */
export function PasswordField({ label, hint, error, value, onChange, autoComplete }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <PasswordInput
          {...wiring}
          value={value}
          autoComplete={autoComplete}
          showLabel="Show"
          hideLabel="Hide"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface CodeFieldProps {
  value: string
  error?: string | undefined
  onChange: (code: string) => void
}

/** The six digits of an authenticator app; spaces that apps show between them are taken away. */
export function AppCodeField({ value, error, onChange }: CodeFieldProps) {
  return (
    <TextField
      label="Code of the authenticator app"
      hint="Six digits. They change every 30 seconds."
      inputMode="numeric"
      autoComplete="one-time-code"
      width="short"
      value={value}
      error={error}
      onChange={(text) => onChange(text.replaceAll(/\D/g, '').slice(0, APP_CODE_DIGITS))}
    />
  )
}

const APP_CODE_DIGITS = 6

/** Whether as many digits stand there as an app shows. */
export const isWholeAppCode = (code: string): boolean => code.length === APP_CODE_DIGITS
