import type { FormElement } from '@dolphin/domain/form/form-definition'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import type { ReactNode } from 'react'
import { fieldId } from './control-props.ts'
import { ConflictView } from './conflict-view.tsx'
import { controlOf } from './controls.ts'
import { FormStoreContext, useField, useFormStore, useFormSummary } from './form-store-context.ts'
import styles from './form-view.module.css'
import { formText } from './messages.ts'
import type { SavedForm } from './save-form.ts'
import type { FormEngine } from './use-form-engine.ts'
import { useFormSave } from './use-form-save.ts'

interface FormViewProps {
  /** From `useFormEngine`. */
  engine: FormEngine
  /** Called after a save, or at once when nothing had changed. */
  onDone: (saved: SavedForm | undefined) => void
  onBack?: (() => void) | undefined
  /** The forward button's words; "Continue" otherwise. */
  submitLabel?: string
  /** Sent along with the changed fields, such as a resource. */
  extra?: Readonly<Record<string, unknown>>
  /** Shown between the fields and the buttons. */
  children?: ReactNode
}

/** A served form: its fields, its error summary, its save. Nothing typed is lost, whatever happens to the save. */
export function FormView({ engine, onDone, onBack, submitLabel, extra, children }: FormViewProps) {
  const { store } = engine
  const summary = useFormSummary(store)
  const { busy, submit, conflict, settle, leaveConflict } = useFormSave(engine, onDone, extra)
  return (
    <FormStoreContext value={store}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <ErrorSummary
          title={formText('summaryTitle')}
          attempt={summary.attempt}
          errors={summary.errors.map(({ elementKey, message }) => ({
            fieldId: elementKey === '' ? undefined : fieldId(elementKey),
            message,
          }))}
        />
        <FormFields elements={summary.visible} />
        {children}
        <ButtonRow>
          {onBack && <BackButton onClick={onBack}>{formText('back')}</BackButton>}
          <Button type="submit" busy={busy}>
            {busy ? formText('saving') : (submitLabel ?? formText('continue'))}
          </Button>
        </ButtonRow>
      </form>
      {conflict && (
        <ConflictView store={store} theirs={conflict} onSettled={settle} onClose={leaveConflict} />
      )}
    </FormStoreContext>
  )
}

/** Elements in the form's grid; stands inside a form's context. */
export function FormFields({ elements }: { elements: readonly FormElement[] }) {
  return (
    <div className={styles.grid}>
      {elements.map((element) => (
        <FormField key={element.elementKey} element={element} />
      ))}
    </div>
  )
}

/** One element by its control. */
function FormField({ element }: { element: FormElement }) {
  const store = useFormStore()
  const view = useField(element.elementKey)
  const Control = controlOf(element)
  return (
    <div className={styles.cell} data-cols={element.foregroundProperty?.cols ?? WHOLE_WIDTH}>
      <Control
        element={element}
        id={fieldId(element.elementKey)}
        view={view}
        onChange={(value) => store.set(element.elementKey, value)}
        onBlur={(path) => store.blur(path ?? element.elementKey)}
      />
    </div>
  )
}

const WHOLE_WIDTH = 12
