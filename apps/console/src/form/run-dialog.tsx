import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import type { CallResult } from '../calls/call.ts'
import { failureText } from '../calls/failure-text.ts'
import { ActForm } from './act-form.tsx'
import { DialogActs } from './dialog-acts.tsx'
import { Trouble } from './trouble.tsx'

interface RunDialogProps<Value> {
  title: string
  effect: string
  act: string
  send: () => Promise<CallResult<Value>>
  onClose: () => void
  onDone: (value: Value) => void
}

/** Asks once more before something happens that cannot be taken back. */
export function RunDialog<Value>({ title, effect, act, send, onClose, onDone }: RunDialogProps<Value>) {
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const result = await send()
    if (result.ok) onDone(result.value)
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={title} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{effect}</p>
        <Trouble text={trouble} />
        <DialogActs act={act} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
