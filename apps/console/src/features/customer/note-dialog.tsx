import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { NoteField } from '../../form/note-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { customerText } from './messages.ts'

interface NoteDialogProps {
  file: string
  onClose: () => void
  onNoted: () => void
}

/** A note for colleagues. */
export function NoteDialog({ file, onClose, onNoted }: NoteDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(text.trim() === '' ? customerText.noteMissing : undefined)
    if (text.trim() === '') return
    const result = await call('writeNote', { body: { file, text: text.trim(), loan: null } })
    if (result.ok) onNoted()
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={customerText.noteTitle} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{customerText.noteEffect}</p>
        <Trouble text={trouble} />
        <NoteField label={customerText.note} value={text} error={error} onChange={setText} />
        <DialogActs act={customerText.addNote} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
