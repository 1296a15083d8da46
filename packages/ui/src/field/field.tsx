import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './field.module.css'

/** What a control inside a field must carry so that its label, hint and error are read with it. */
export interface FieldWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  /** The id of the control; an error summary links to it. */
  id?: string
  hint?: ReactNode
  error?: string | undefined
  /** "(optional)" in the reader's language; required fields carry no mark (GOV.UK). */
  optionalText?: string | undefined
  hideLabel?: boolean
  children: (wiring: FieldWiring) => ReactNode
}

/** Label, hint, control, error: in that order, tied together for screen readers. */
export function Field(props: FieldProps) {
  const ownId = useId()
  return fieldOf({ ...props, id: props.id ?? ownId })
}

/**
 * What Field shows, where the id is known. A function and no component: a form of many fields would pay for a level
 * more in each of them.
 */
export function fieldOf({ label, id, hint, error, optionalText, hideLabel, children }: WithId<FieldProps>) {
  return (
    <div className={styles.field}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
        {optionalText && <span className={styles.optional}> {optionalText}</span>}
      </label>
      {hintNote(id, hint)}
      {children(wiring(id, Boolean(hint), error))}
      {errorNote(id, error)}
    </div>
  )
}

type WithId<Props> = Omit<Props, 'id'> & { id: string }

interface FieldGroupProps extends Omit<FieldProps, 'children'> {
  children: ReactNode
}

/** The same for several controls under one question: a fieldset with a legend. */
export function FieldGroup(props: FieldGroupProps) {
  const ownId = useId()
  return fieldGroupOf({ ...props, id: props.id ?? ownId })
}

/** What FieldGroup shows, where the id is known: see fieldOf. */
export function fieldGroupOf(props: WithId<FieldGroupProps>) {
  const { label, id, hint, error, optionalText, hideLabel, children } = props
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={`${styles.field} ${styles.group}`}
      aria-describedby={wiring(id, Boolean(hint), error)['aria-describedby']}
    >
      <legend className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {optionalText && <span className={styles.optional}> {optionalText}</span>}
      </legend>
      {hintNote(id, hint)}
      {children}
      {errorNote(id, error)}
    </fieldset>
  )
}

/** Functions and no components: a form has many fields, and each would pay for them. */
const hintNote = (id: string, hint: ReactNode) =>
  hint && (
    <div id={`${id}-hint`} className={styles.hint}>
      {hint}
    </div>
  )

const errorNote = (id: string, error: string | undefined) =>
  error && (
    <p id={`${id}-error`} className={styles.error}>
      {error}
    </p>
  )

function wiring(id: string, hasHint: boolean, error: string | undefined): FieldWiring {
  const hintId = hasHint ? `${id}-hint` : undefined
  const describedBy = error && hintId ? `${hintId} ${id}-error` : error ? `${id}-error` : hintId
  return { id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined }
}
