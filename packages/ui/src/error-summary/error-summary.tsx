import { useEffect, useRef } from 'react'
import styles from './error-summary.module.css'

export interface SummarizedError {
  /** The id of the control, or of the group, to which the link leads; none for an error of the whole form. */
  fieldId?: string | undefined
  message: string
}

interface ErrorSummaryProps {
  title: string
  errors: readonly SummarizedError[]
  /** Rises with every attempt, so that focus moves here each time. */
  attempt: number
}

/** What is wrong, at the head of the form, with a link to each field; it takes focus when it appears (GOV.UK). */
export function ErrorSummary({ title, errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const present = errors.length > 0
  useEffect(() => {
    if (!present || attempt === 0) return
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'start' })
  }, [attempt, present])
  if (!present) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {errors.map((error) => (
          <li key={`${error.fieldId ?? ''}${error.message}`}>
            {error.fieldId ? <FieldLink fieldId={error.fieldId} message={error.message} /> : error.message}
          </li>
        ))}
      </ul>
    </div>
  )
}

function FieldLink({ fieldId, message }: { fieldId: string; message: string }) {
  return (
    <a
      href={`#${fieldId}`}
      onClick={(event) => {
        event.preventDefault()
        focusField(fieldId)
      }}
    >
      {message}
    </a>
  )
}

/** Moves focus to a control, or to the first control of a group that can be used, with its label in sight. */
function focusField(fieldId: string): void {
  const element = document.getElementById(fieldId)
  if (!element) return
  const control = element.matches('fieldset')
    ? (element.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled)') ?? element)
    : element
  control.focus({ preventScroll: true })
  const labeled = document.querySelector(`label[for="${CSS.escape(fieldId)}"]`) ?? element
  labeled.scrollIntoView({ block: 'start' })
}
