import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { isWholeNote } from '../../form/note-field.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { customerText } from './messages.ts'

/** The way to the customer's own pages, as they see them. */
export function OpenMirror({ openId }: { openId: string }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        {customerText.mirror}
      </Button>
      {asks && <MirrorDialog openId={openId} onClose={() => setAsks(false)} />}
    </>
  )
}

/** Asks why, and opens the view in a tab of its own. The tab is made at the press: later a browser would open none. */
function MirrorDialog({ openId, onClose }: { openId: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const [blocked, setBlocked] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(isWholeNote(reason) ? undefined : customerText.reasonMissing)
    if (!isWholeNote(reason)) return
    const tab = window.open('', '_blank')
    const opened = await call('openMirror', { body: { openId, reason: reason.trim() } })
    if (!opened.ok) {
      tab?.close()
      return setTrouble(failureText(opened.failure))
    }
    const path = `/mirror/${opened.value.mirrorNo}`
    if (tab === null) return setBlocked(path)
    tab.location.href = path
    onClose()
  })
  return (
    <Dialog open title={customerText.mirror} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{customerText.mirrorEffect}</p>
        <TextField
          label={customerText.mirrorReason}
          autoComplete="off"
          value={reason}
          error={error}
          onChange={setReason}
        />
        <Trouble text={trouble} />
        {blocked !== undefined && (
          <p role="status">
            {customerText.mirrorBlocked} <a href={blocked}>{customerText.mirrorOpen}</a>
          </p>
        )}
        <DialogActs act={customerText.mirrorAct} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
