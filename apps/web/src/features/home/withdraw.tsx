import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showSnackbar } from '../../app/announcements.tsx'
import { showFailure } from '../../app/show-failure.ts'
import type { HomeLoan } from './home-page.tsx'
import styles from './home.module.css'
import { homeText } from './messages.ts'

interface WithdrawProps {
  loan: HomeLoan
  onWithdrawn: () => void
}

/** The way out of an application, asked for twice; shown only while the server says that it is possible. */
export function Withdraw({ loan, onWithdrawn }: WithdrawProps) {
  const [asking, setAsking] = useState(false)
  const { busy, start } = useAct(async () => {
    const result = await call('withdrawApplication', { body: { loanNo: loan.loanNo } })
    setAsking(false)
    if (result.ok) showSnackbar(homeText('withdrawn'), 'success')
    else await showFailure(result.failure)
    onWithdrawn()
  })
  if (!loan.cancelable) return null
  return (
    <>
      <p className={styles.out}>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {homeText('withdraw')}
        </Button>
      </p>
      <Dialog
        open={asking}
        title={homeText('withdrawTitle')}
        tone="warning"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {homeText('withdrawKeep')}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void start()}>
              {homeText('withdrawConfirm')}
            </Button>
          </>
        }
      >
        <p>{homeText('withdrawLead')}</p>
      </Dialog>
    </>
  )
}
