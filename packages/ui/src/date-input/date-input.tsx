import type { ComponentProps } from 'react'
import { TextInput } from '../text-input/text-input.tsx'

interface DateInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'type'> {
  /** YYYY-MM-DD, or what was typed so far. */
  value: string
  /** Receives YYYY-MM-DD once the date is whole, else the text as typed, so that nothing is lost. */
  onChange: (value: string) => void
}

/** A typed date, month first as written in the United States; slashes come by themselves. */
export function DateInput({ value, onChange, ...rest }: DateInputProps) {
  return (
    <TextInput
      width="short"
      inputMode="numeric"
      placeholder="MM/DD/YYYY"
      {...rest}
      type="text"
      value={typedDate(value)}
      onChange={(event) => onChange(wireDate(event.currentTarget.value))}
    />
  )
}

/** The text of a wire date ("2026-03-09" → "03/09/2026"); anything else stays as it is. */
export function typedDate(value: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : value
}

/** The wire date of a whole typed date ("3/9/2026" → "2026-03-09"); anything else stays as it is. */
export function wireDate(text: string): string {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim())
  return parts ? `${parts[3]}-${parts[1]}-${parts[2]}` : text
}
