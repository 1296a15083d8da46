import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import styles from './agreement.module.css'
import { agreementText } from './messages.ts'
import type { SigningDraft } from './signing-draft.ts'
import { wordsOf } from './signing-words.ts'
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
      <p>{wordsOf(details)('confirmLead')}</p>
      <dl className={styles.figures}>
        {details.keyFigures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {automatic !== '' && (
        <p>{agreementText(automatic === 'yes' ? 'confirmAutomaticYes' : 'confirmAutomaticNo')}</p>
      )}
    </Dialog>
  )
}
