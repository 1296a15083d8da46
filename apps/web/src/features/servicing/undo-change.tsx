import { Button } from '@dolphin/ui/button/button'
import { Countdown } from '@dolphin/ui/countdown/countdown'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { type CallValue, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { queryClient } from '../../api-client/with-queries.tsx'
import { showSnackbar } from '../../app/announcements.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { servicingText } from './receipt-messages.ts'
import { momentText, secondsUntil, timeLeftText } from './moment-text.ts'
import { untilKnown } from './until-known.ts'

export type ChangeEntry = CallValue<'listChange'>['changes'][number]

/** Takes a change back while nothing of it was sent: until when, how long that is, and a question before it. */
export function UndoChange({ change }: { change: ChangeEntry }) {
  const [asking, setAsking] = useState(false)
  const [unknown, setUnknown] = useState(false)
  const { busy, start } = useAct(async () => {
    const { changeNo } = change
    const result = await untilKnown(
      () => call('cancelChange', { params: { changeNo }, body: {} }),
      () => setUnknown(true),
    )
    setUnknown(false)
    setAsking(false)
    if (result.ok) showSnackbar(servicingText('undone'), 'success')
    else await showFailure(result.failure)
    await queryClient.invalidateQueries()
  })
  if (!change.cancelable) return <p>{servicingText('undoOver')}</p>
  return (
    <>
      <p>
        {servicingText('undoUntil', { moment: momentText(change.cancelUntil) })}{' '}
        <Countdown
          seconds={secondsUntil(change.cancelUntil)}
          remaining={() => secondsUntil(change.cancelUntil)}
          onZero={() => void queryClient.invalidateQueries()}
        >
          {(left) => <strong>{servicingText('undoLeft', { time: timeLeftText(left) })}</strong>}
        </Countdown>
      </p>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {servicingText('undo')}
      </Button>
      <Dialog
        open={asking}
        title={servicingText('undoTitle')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {servicingText('undoKeep')}
            </Button>
            <Button busy={busy} onClick={() => void start()}>
              {servicingText('undoConfirm')}
            </Button>
          </>
        }
      >
        <p>{servicingText('undoLead', { change: change.text })}</p>
        {unknown && <p role="status">{servicingText('unknown')}</p>}
      </Dialog>
    </>
  )
}
