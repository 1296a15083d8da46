import { BackButton, Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { lazy, Suspense } from 'react'
import type { FormStore } from './form-store.ts'
import { formText } from './messages.ts'
import type { useFormSave } from './use-form-save.ts'

/** Seldom needed: two pages changed the same answers. */
const ConflictView = lazy(async () => ({ default: (await import('./conflict-view.tsx')).ConflictView }))

interface SaveDialogsProps {
  store: FormStore
  save: ReturnType<typeof useFormSave>
}

/** What a save may have to ask: what it would make stale, and which of two values holds. */
export function SaveDialogs({ store, save }: SaveDialogsProps) {
  const { question, confirm, leaveQuestion, conflict, settle, leaveConflict } = save
  return (
    <>
      {question !== undefined && (
        <Dialog
          open
          tone="warning"
          title={formText('previewTitle')}
          onClose={leaveQuestion}
          actions={
            <>
              <BackButton onClick={leaveQuestion}>{formText('previewLeave')}</BackButton>
              <Button onClick={confirm}>{formText('previewSave')}</Button>
            </>
          }
        >
          <p>{question}</p>
        </Dialog>
      )}
      {conflict && (
        <Suspense>
          <ConflictView store={store} theirs={conflict} onSettled={settle} onClose={leaveConflict} />
        </Suspense>
      )}
    </>
  )
}
