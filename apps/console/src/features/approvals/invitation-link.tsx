import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { ShownOnce } from '../../app/shown-once.tsx'
import { timeText } from '../../time/instant-text.ts'
import type { Confirmed } from './confirm.ts'
import { approvalText } from './messages.ts'

interface InvitationLinkProps {
  invitation: NonNullable<Confirmed['invitation']>
  onDone: () => void
}

/** The half of an invitation that who confirms it passes on, shown this once. */
export function InvitationLink({ invitation, onDone }: InvitationLinkProps) {
  return (
    <Dialog
      open
      tone="success"
      title={approvalText.invitationTitle}
      onClose={() => undefined}
      actions={<Button onClick={onDone}>{approvalText.done}</Button>}
    >
      <p>{approvalText.invitationLead(timeText(invitation.expiresAt))}</p>
      <ShownOnce label={approvalText.invitationLink} text={invitation.link} />
    </Dialog>
  )
}
