import { useAct } from '@dolphin/ui/act/use-act'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { type CallValue, call } from '../../api-client/call.ts'
import { showSnackbar } from '../../app/announcements.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { dayText } from '../../app/wire-text.ts'
import { myDataText } from './my-data-messages.ts'

type Kept = CallValue<'readMyData'>['kept']

interface DeleteDataProps {
  kept: Kept
  sent: () => void
}

/** Asks for the deletion of one's data, once it is read what the law keeps and until when. */
export function DeleteData({ kept, sent }: DeleteDataProps) {
  const [asking, setAsking] = useState(false)
  const { busy, start } = useAct(async () => {
    const result = await call('requestMyData', { body: { kind: 'deletion', details: '' } })
    setAsking(false)
    if (!result.ok) return showFailure(result.failure)
    const { requestNo, answerBy } = result.value
    showSnackbar(myDataText('received', { requestNo, day: dayText(answerBy) }), 'success')
    sent()
  })
  return (
    <>
      <ButtonRow>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {myDataText('erase')}
        </Button>
      </ButtonRow>
      <Dialog
        open={asking}
        title={myDataText('eraseTitle')}
        tone="warning"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {myDataText('eraseKeep')}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void start()}>
              {myDataText('eraseConfirm')}
            </Button>
          </>
        }
      >
        <p>{myDataText('eraseLead')}</p>
        <KeptList kept={kept} />
      </Dialog>
    </>
  )
}

function KeptList({ kept }: { kept: Kept }) {
  if (kept.length === 0) return <p>{myDataText('eraseAll')}</p>
  return (
    <>
      <p>{myDataText('eraseKept')}</p>
      <ul>
        {kept.map(({ loanNo, words, until }) => (
          <li key={loanNo}>
            {loanNo}: {until === null ? words : myDataText('keptUntil', { words, day: dayText(until) })}
          </li>
        ))}
      </ul>
    </>
  )
}
