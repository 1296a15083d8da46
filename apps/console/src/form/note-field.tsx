import { Field } from '@dolphin/ui/field/field'
import { TextArea } from '@dolphin/ui/text-input/text-input'

const SHORTEST_NOTE = 3

/** Whether a note says as much as the server asks for. */
export const isWholeNote = (note: string): boolean => note.trim().length >= SHORTEST_NOTE

interface NoteFieldProps {
  label: string
  hint?: string | undefined
  value: string
  error?: string | undefined
  onChange: (text: string) => void
}

/** A reason in the employee's own words. */
export function NoteField({ label, hint, value, error, onChange }: NoteFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={3}
          maxLength={500}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
