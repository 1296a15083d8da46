import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { isWholeNote } from '../../form/note-field.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { provePasskey } from '../../passkey/demonstration.ts'
import { TROUBLE_TEXTS } from '../../passkey/passkey.ts'
import { customerText, FIELD_NAMES, type UnmaskField } from './messages.ts'

interface UnmaskDialogProps {
  file: string
  field: UnmaskField
  onClose: () => void
  onShown: (shown: CallValue<'unmask'>) => void
}

/** Asks why, has the passkey sign for exactly this field, and hands on what the server shows. */
export function UnmaskDialog({ file, field, onClose, onShown }: UnmaskDialogProps) {
  const { employeeId } = useSession()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(isWholeNote(reason) ? undefined : customerText.reasonMissing)
    if (!isWholeNote(reason)) return
    const asked = { file, field, reason: reason.trim() }
    const begun = await call('beginUnmask', { body: asked })
    if (!begun.ok) return setTrouble(failureText(begun.failure))
    const proven = await provePasskey(begun.value.options, employeeId)
    if (!proven.ok) return setTrouble(TROUBLE_TEXTS[proven.trouble])
    const { challengeId } = begun.value
    const shown = await call('unmask', { body: { ...asked, challengeId, response: proven.answer } })
    if (shown.ok) onShown(shown.value)
    else setTrouble(failureText(shown.failure))
  })
  return (
    <Dialog open title={customerText.unmaskTitle(FIELD_NAMES[field])} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{customerText.unmaskEffect}</p>
        <TextField
          label={customerText.reason}
          autoComplete="off"
          value={reason}
          error={error}
          onChange={setReason}
        />
        <Trouble text={trouble} />
        <DialogActs act={customerText.sign} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
