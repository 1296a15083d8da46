import { useState } from 'react'
import { afterPress } from './after-press.ts'

export type FieldErrors<Values> = { readonly [Key in keyof Values]?: string | undefined }

interface SimpleFormOptions<Values> {
  readonly initial: Values
  readonly validate: (values: Values) => FieldErrors<Values>
}

/**
 * A short form written by hand, such as sign-in: validated on blur, on input once a field was left, and as a
 * whole on submit. Forms that the server defines use the form engine instead.
 */
export function useSimpleForm<Values extends Record<string, unknown>>(options: SimpleFormOptions<Values>) {
  const [values, setValues] = useState(options.initial)
  const [touched, setTouched] = useState<ReadonlySet<keyof Values>>(new Set())
  const [refusals, setRefusals] = useState<FieldErrors<Values>>({})
  const [attempt, setAttempt] = useState(0)
  const found = options.validate(values)
  const messageAt = (key: keyof Values): string | undefined => refusals[key] ?? found[key]

  const set = <Key extends keyof Values>(key: Key, value: Values[Key]) => {
    setValues((before) => ({ ...before, [key]: value }))
    setRefusals((before) => ({ ...before, [key]: undefined }))
  }
  const shownError = (key: keyof Values): string | undefined =>
    touched.has(key) || attempt > 0 ? messageAt(key) : undefined
  const blur = (key: keyof Values) => afterPress(() => setTouched((before) => new Set(before).add(key)))

  return {
    values,
    set,
    attempt,
    error: shownError,
    blur,
    /** What a field component takes. Its id is the field's name, for the summary leads there. */
    field: <Key extends keyof Values & string>(key: Key) => ({
      id: key,
      value: values[key],
      error: shownError(key),
      onChange: (value: Values[Key]) => set(key, value),
      onBlur: () => blur(key),
    }),
    /** What the server refused, by field. */
    refuse: (errors: FieldErrors<Values>) => {
      setRefusals(errors)
      setAttempt((count) => count + 1)
    },
    /** Runs the act only when every field is right; else the error summary takes focus. */
    submit: (act: (values: Values) => void) => {
      setAttempt((count) => count + 1)
      if (Object.values(found).every((message) => message === undefined)) act(values)
    },
    /** The errors of the last attempt, in the order of the fields. */
    summary:
      attempt === 0
        ? []
        : Object.keys(values).flatMap((key) => {
            const message = messageAt(key)
            return message ? [{ fieldId: key, message }] : []
          }),
  }
}
