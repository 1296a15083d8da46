import { Banner } from '@dolphin/ui/banner/banner'
import { NewSigning } from '../agreements/prepare-agreement.tsx'
import { momentText } from './moment-text.ts'
import { servicingText } from './receipt-messages.ts'
import type { ChangeEntry } from './undo-change.tsx'

/** A change that the lender sent: what it is, until when it can be signed, and the way to it. */
export function ChangeToSign({ change }: { change: ChangeEntry | null }) {
  if (change === null) return null
  return (
    <Banner tone="info" title={servicingText('toSignTitle', { change: change.text })}>
      <p>{servicingText('toSign', { moment: momentText(change.cancelUntil) })}</p>
      <NewSigning loanNo={change.loanNo} label={servicingText('toSignAct')} />
    </Banner>
  )
}
