import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { agreementText } from './messages.ts'
import type { SigningDraft } from './signing-draft.ts'
import type { SigningDetails } from './step-props.ts'

interface ConfirmSigningProps {
  open: boolean
  busy: boolean
  details: SigningDetails
  automatic: SigningDraft['automatic']
  onClose: () => void
  onConfirm: () => void
}

/** The last look before a signature counts (WCAG 3.3.4): the figures again, and the choice just made. */
export function ConfirmSigning(props: ConfirmSigningProps) {
  const { open, busy, details, automatic, onClose, onConfirm } = props
  return (
    <Dialog
      open={open}
      title={agreementText('confirmTitle')}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {agreementText('confirmBack')}
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            {agreementText('confirmSign')}
          </Button>
        </>
      }
    >
      <p>{agreementText('confirmLead')}</p>
      <SummaryList rows={details.keyFigures.map(({ label, value }) => ({ label, value }))} />
      {automatic !== '' && (
        <p>{agreementText(automatic === 'yes' ? 'confirmAutomaticYes' : 'confirmAutomaticNo')}</p>
      )}
    </Dialog>
  )
}
