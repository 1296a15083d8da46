import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { ShownOnce } from '../../app/shown-once.tsx'
import { peopleText } from './messages.ts'

/** The half of an invitation that who entered it passes on, shown this once. */
export function InvitationCode({ name, code, onDone }: { name: string; code: string; onDone: () => void }) {
  return (
    <Dialog
      open
      tone="success"
      title={peopleText.codeTitle}
      onClose={() => undefined}
      actions={<Button onClick={onDone}>{peopleText.done}</Button>}
    >
      <p>{peopleText.codeLead(name)}</p>
      <ShownOnce label={peopleText.code} text={code} />
    </Dialog>
  )
}
