import { Button } from '@dolphin/ui/button/button'
import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useKeySwitch } from '../../app/keys.ts'
import styles from './approvals.module.css'
import { approvalText, KEY_HELP } from './messages.ts'

/** Which keys act here, and the switch that turns single letters off. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isOn, turn] = useKeySwitch()
  return (
    <Dialog
      open={open}
      title={approvalText.keysTitle}
      onClose={onClose}
      actions={<Button onClick={onClose}>{approvalText.done}</Button>}
    >
      <dl className={styles.pairs}>
        {KEY_HELP.map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label={approvalText.keysOff} hint={approvalText.keysHint} checked={isOn} onChange={turn} />
    </Dialog>
  )
}
