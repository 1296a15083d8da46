import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAct } from '../../api-client/use-call.ts'
import { signOut } from '../../app/sign-out.ts'
import { securityText } from './security-messages.ts'

/** Ends every session of the account, this one included. */
export function SessionsSection() {
  const [asking, setAsking] = useState(false)
  const [, navigate] = useLocation()
  const { busy, start } = useAct(() => signOut(navigate, true))
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{securityText('devicesTitle')}</h2>
      <p>{securityText('devicesLead')}</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {securityText('everywhere')}
      </Button>
      <Dialog
        open={asking}
        title={securityText('everywhereTitle')}
        tone="warning"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="danger" busy={busy} onClick={() => void start()}>
              {securityText('everywhere')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {securityText('cancel')}
            </Button>
          </>
        }
      >
        <p>{securityText('everywhereLead')}</p>
      </Dialog>
    </section>
  )
}
