import { type ComponentProps, useState } from 'react'
import { TextInput } from '../text-input/text-input.tsx'
import { typedDate, wireDate, withSlashes } from './typed-date.tsx'

interface DateInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'type'> {
  /** How a date is typed, in the letters of the reader's language: "MM/DD/YYYY". */
  placeholder: string
  /** YYYY-MM-DD, or what was typed so far. */
  value: string
  /** Receives YYYY-MM-DD once the date is whole, else the text as typed, so that nothing is lost. */
  onChange: (value: string) => void
}

/**
 * A typed date, month first as written in the United States, with or without slashes. It stays as typed while
 * somebody types, so that the caret never jumps, and is written out once the field is left.
 */
export function DateInput({ value, onChange, onBlur, ...rest }: DateInputProps) {
  const [typed, setTyped] = useState(() => typedDate(value))
  const shown = wireDate(typed) === value ? typed : typedDate(value)
  return (
    <TextInput
      width="short"
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      type="text"
      value={shown}
      onChange={({ currentTarget: { value: text, selectionStart } }) => {
        const next = withSlashes(shown, text, selectionStart)
        setTyped(next)
        onChange(wireDate(next))
      }}
      onBlur={(event) => {
        setTyped(typedDate(value))
        onBlur?.(event)
      }}
    />
  )
}
