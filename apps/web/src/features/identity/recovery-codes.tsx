import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { showSnackbar } from '../../app/announcements.tsx'
import styles from './authenticator.module.css'
import { securityText } from './security-messages.ts'

/** Shown once; they stand for the app when it is lost. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    showSnackbar(securityText('appCopied'), 'success')
  }
  return (
    <div role="status">
      <h3>{securityText('appDone')}</h3>
      <p>{securityText('appDoneLead')}</p>
      <ul className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button variant="secondary" onClick={() => void copy()}>
          {securityText('appCopy')}
        </Button>
        <Button onClick={onSaved}>{securityText('appSaved')}</Button>
      </ButtonRow>
    </div>
  )
}
