import { type ComponentProps, useState } from 'react'
import { TextInput } from '../text-input/text-input.tsx'
import { typedMonth, wireMonth, withSlash } from './typed-month.tsx'

interface MonthInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'type'> {
  /** How a month is typed, in the letters of the reader's language: "MM/YYYY". */
  placeholder: string
  /** YYYY-MM-DD, or what was typed so far. */
  value: string
  /** Receives the first day of the month as YYYY-MM-DD once it is whole, else the text as typed. */
  onChange: (value: string) => void
}

/** A typed month and year, for a day that is not remembered. It stays as typed until the field is left. */
export function MonthInput({ value, onChange, onBlur, ...rest }: MonthInputProps) {
  const [typed, setTyped] = useState(() => typedMonth(value))
  const shown = wireMonth(typed) === value ? typed : typedMonth(value)
  return (
    <TextInput
      width="short"
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      type="text"
      value={shown}
      onChange={({ currentTarget: { value: text, selectionStart } }) => {
        const next = withSlash(shown, text, selectionStart)
        setTyped(next)
        onChange(wireMonth(next))
      }}
      onBlur={(event) => {
        setTyped(typedMonth(value))
        onBlur?.(event)
      }}
    />
  )
}
