import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import type { ReactNode } from 'react'
import { fieldId } from './control-props.ts'
import { FormFields } from './form-fields.tsx'
import { FormStoreContext, useFormSummary } from './form-store-context.ts'
import { formText } from './messages.ts'
import { SaveState } from './save-state.tsx'
import { SaveDialogs } from './save-dialogs.tsx'
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
  const save = useFormSave(engine, onDone, extra)
  const { busy, submit } = save
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
        <SaveState waiting={save.waiting} steps="rest" />
        <ButtonRow>
          {onBack && <BackButton onClick={onBack}>{formText('back')}</BackButton>}
          <Button type="submit" busy={busy}>
            {busy ? formText('saving') : (submitLabel ?? formText('continue'))}
          </Button>
        </ButtonRow>
      </form>
      <SaveDialogs store={store} save={save} />
    </FormStoreContext>
  )
}
