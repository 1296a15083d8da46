import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { peopleText } from './messages.ts'
import type { Employee } from './people-page.tsx'
import { RoleFields } from './role-fields.tsx'
import { emptyRole, type RoleErrors, roleErrors, termsOf } from './typed-role.ts'

interface GrantDialogProps {
  employee: Employee
  onClose: () => void
  onDone: () => void
}

/** Enters a role for another to confirm. */
export function GrantDialog({ employee, onClose, onDone }: GrantDialogProps) {
  const [typed, setTyped] = useState(emptyRole)
  const [errors, setErrors] = useState<RoleErrors>({})
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const found = roleErrors(typed)
    setErrors(found)
    setTrouble(undefined)
    if (Object.keys(found).length > 0) return
    const { employeeId } = employee
    const result = await call('changeRole', { body: { act: 'enter', employeeId, role: termsOf(typed) } })
    if (result.ok) onDone()
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={peopleText.grantTitle(employee.name)} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{peopleText.grantEffect}</p>
        <Trouble text={trouble} />
        <RoleFields value={typed} errors={errors} onChange={setTyped} />
        <DialogActs act={peopleText.grantAct} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
