import type { ReactNode } from 'react'
import { useId } from 'react'
import { Icon } from '../icon/icon.tsx'
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
export function Field({ label, id, hint, error, optionalText, hideLabel, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  return (
    <div className={`${styles.field} ${error ? styles.invalid : ''}`}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={controlId}>
        {label}
        {optionalText && <span className={styles.optional}> {optionalText}</span>}
      </label>
      <FieldNotes id={controlId} hint={hint} error={undefined} />
      {children(wiring(controlId, Boolean(hint), error))}
      <FieldNotes id={controlId} hint={undefined} error={error} />
    </div>
  )
}

interface FieldGroupProps extends Omit<FieldProps, 'children'> {
  children: ReactNode
}

/** The same for several controls under one question: a fieldset with a legend. */
export function FieldGroup({ label, id, hint, error, optionalText, hideLabel, children }: FieldGroupProps) {
  const ownId = useId()
  const groupId = id ?? ownId
  return (
    <fieldset
      id={groupId}
      tabIndex={-1}
      className={`${styles.field} ${styles.group} ${error ? styles.invalid : ''}`}
      aria-describedby={wiring(groupId, Boolean(hint), error)['aria-describedby']}
    >
      <legend className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {optionalText && <span className={styles.optional}> {optionalText}</span>}
      </legend>
      <FieldNotes id={groupId} hint={hint} error={undefined} />
      {children}
      <FieldNotes id={groupId} hint={undefined} error={error} />
    </fieldset>
  )
}

function FieldNotes({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  return (
    <>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="error" size={20} />
          <span>{error}</span>
        </p>
      )}
    </>
  )
}

function wiring(id: string, hasHint: boolean, error: string | undefined): FieldWiring {
  const notes = [hasHint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter((note) => note !== '')
  return {
    id,
    'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  }
}
