import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showFailure } from '../../app/show-failure.ts'
import { agreementText } from './messages.ts'

interface DeclineSigningProps {
  requestCode: string
  /** What stopping means. */
  lead: string
  onDeclined: () => void
}

/** A way out: stops this signing after a question; the loan stays as it is. */
export function DeclineSigning({ requestCode, lead, onDeclined }: DeclineSigningProps) {
  const [asking, setAsking] = useState(false)
  const { busy, start } = useAct(async () => {
    const result = await call('signingDecline', { params: { requestCode }, body: {} })
    setAsking(false)
    if (!result.ok) await showFailure(result.failure)
    onDeclined()
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {agreementText('decline')}
      </Button>
      <Dialog
        open={asking}
        title={agreementText('declineTitle')}
        tone="warning"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {agreementText('declineKeep')}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void start()}>
              {agreementText('declineConfirm')}
            </Button>
          </>
        }
      >
        <p>{lead}</p>
      </Dialog>
    </>
  )
}
