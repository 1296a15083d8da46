import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { type ReactNode, useState } from 'react'
import type { CallResult } from '../calls/call.ts'
import { failureText } from '../calls/failure-text.ts'
import { ActForm } from './act-form.tsx'
import { DialogActs } from './dialog-acts.tsx'
import { NoteField } from './note-field.tsx'
import { Trouble } from './trouble.tsx'

interface NoteActProps<Value> {
  title: string
  /** What it does, in one sentence. */
  effect: string
  /** The law, the Nacha rule or the lender’s policy that allows it. */
  rule: string
  act: string
  tone?: 'forward' | 'danger'
  note: { readonly label: string; readonly hint: string }
  /** Makes the call with the note; undefined where something is still missing, which the fields say. */
  send: (note: string) => Promise<CallResult<Value> | undefined>
  onClose: () => void
  onDone: (value: Value) => void
  children?: ReactNode
}

/** An act with its effect, its rule, what it needs, a note, and the button. */
export function NoteAct<Value>(props: NoteActProps<Value>) {
  const { title, effect, rule, act, tone = 'forward', send, onClose, onDone, children } = props
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const result = await send(note.trim())
    if (result === undefined) return
    if (result.ok) onDone(result.value)
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={title} tone={tone === 'danger' ? 'danger' : 'plain'} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{effect}</p>
        <p className="small muted">Rule: {rule}</p>
        <Trouble text={trouble} />
        {children}
        <NoteField {...props.note} value={note} onChange={setNote} />
        <DialogActs act={act} busy={busy} tone={tone} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
