import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { type ReactNode, useState } from 'react'
import type { CallResult } from '../calls/call.ts'
import { failureText, fieldFaults } from '../calls/failure-text.ts'
import { ActForm } from './act-form.tsx'
import { DialogActs } from './dialog-acts.tsx'
import { NoteField } from './note-field.tsx'
import { Trouble } from './trouble.tsx'

interface NoteActProps<Value> {
  title: string
  /** What it does, in one sentence; undefined where the children say so. */
  effect?: string
  /** The law, the Nacha rule or the lender’s policy that allows it. */
  rule?: string
  act: string
  tone?: 'forward' | 'danger'
  note: { readonly label: string; readonly hint?: string | undefined; readonly error?: string | undefined }
  /** What the server refused of the dialog's own fields, by their names; without it all is said above the note. */
  onFaults?: ((faults: Readonly<Record<string, string>>) => void) | undefined
  /** Makes the call with the note; undefined where something is still missing, which the fields say. */
  send: (note: string) => Promise<CallResult<Value> | undefined>
  onClose: () => void
  onDone: (value: Value) => void
  children?: ReactNode
}

/** An act with its effect, its rule, what it needs, a note, and the button. */
export function NoteAct<Value>(props: NoteActProps<Value>) {
  const { title, effect, rule, act, tone = 'forward', onFaults, send, onClose, onDone, children } = props
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const result = await send(note.trim())
    if (result === undefined) return
    if (result.ok) return onDone(result.value)
    onFaults?.(fieldFaults(result.failure))
    setTrouble(failureText(result.failure, onFaults !== undefined))
  })
  return (
    <Dialog open title={title} tone={tone === 'danger' ? 'danger' : 'plain'} onClose={onClose}>
      <ActForm onSubmit={start}>
        {effect !== undefined && <p>{effect}</p>}
        {rule !== undefined && <p className="small muted">Rule: {rule}</p>}
        {children}
        <Trouble text={trouble} />
        <NoteField {...props.note} value={note} onChange={setNote} />
        <DialogActs act={act} busy={busy} tone={tone} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
