import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { Trouble } from '../../form/trouble.tsx'
import { InvitationCode } from './invitation-code.tsx'
import { peopleText } from './messages.ts'
import type { Employee } from './people-page.tsx'

interface AgainDialogProps {
  employee: Employee
  onClose: () => void
  onDone: () => void
}

/** The way back after a lost passkey, a suspension or a return: the way in. */
export function AgainDialog({ employee, onClose, onDone }: AgainDialogProps) {
  const [code, setCode] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const { employeeId } = employee
    const result = await call('inviteEmployee', { body: { kind: 'again', employeeId } })
    if (result.ok) setCode(result.value.code)
    else setTrouble(failureText(result.failure))
  })
  if (code !== undefined) return <InvitationCode name={employee.name} code={code} onDone={onDone} />
  return (
    <Dialog
      open
      tone="warning"
      title={peopleText.againTitle(employee.name)}
      onClose={onClose}
      actions={
        <>
          <Button busy={busy} onClick={() => void start()}>
            {peopleText.inviteAct}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {peopleText.cancel}
          </Button>
        </>
      }
    >
      <p>{peopleText.againEffect}</p>
      <Trouble text={trouble} />
    </Dialog>
  )
}
