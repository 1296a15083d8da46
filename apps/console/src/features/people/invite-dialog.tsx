import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { InvitationCode } from './invitation-code.tsx'
import { peopleText } from './messages.ts'
import styles from './people.module.css'
import { RoleFields } from './role-fields.tsx'
import { emptyRole, type RoleErrors, roleErrors, type TypedRole, termsOf } from './typed-role.ts'

interface Typed {
  readonly name: string
  readonly email: string
  readonly roles: readonly TypedRole[]
}

interface Errors {
  readonly name?: string
  readonly email?: string
  readonly roles: readonly RoleErrors[]
}

const errorsIn = ({ name, email, roles }: Typed): Errors => ({
  ...(name.trim() === '' && { name: peopleText.missingName }),
  ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: peopleText.missingEmail }),
  roles: roles.map(roleErrors),
})

const hasErrors = ({ name, email, roles }: Errors): boolean =>
  name !== undefined || email !== undefined || roles.some((role) => Object.keys(role).length > 0)

interface InviteDialogProps {
  onClose: () => void
  onDone: () => void
}

/** Enters a new employee with roles, and shows the code once. */
export function InviteDialog({ onClose, onDone }: InviteDialogProps) {
  const [typed, setTyped] = useState<Typed>(() => ({ name: '', email: '', roles: [emptyRole()] }))
  const [errors, setErrors] = useState<Errors>({ roles: [] })
  const [trouble, setTrouble] = useState<string>()
  const [code, setCode] = useState<string>()
  const { busy, start } = useAct(async () => {
    const found = errorsIn(typed)
    setErrors(found)
    setTrouble(undefined)
    if (hasErrors(found)) return
    const { name, email, roles } = typed
    const body = { kind: 'new', name: name.trim(), email: email.trim(), roles: roles.map(termsOf) } as const
    const result = await call('inviteEmployee', { body })
    if (result.ok) setCode(result.value.code)
    else setTrouble(failureText(result.failure))
  })
  if (code !== undefined) return <InvitationCode name={typed.name} code={code} onDone={onDone} />
  return (
    <Dialog open title={peopleText.inviteTitle} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{peopleText.inviteEffect}</p>
        <Trouble text={trouble} />
        <TextField
          label={peopleText.name}
          autoComplete="off"
          value={typed.name}
          error={errors.name}
          onChange={(name) => setTyped({ ...typed, name })}
        />
        <TextField
          label={peopleText.email}
          type="email"
          autoComplete="off"
          value={typed.email}
          error={errors.email}
          onChange={(email) => setTyped({ ...typed, email })}
        />
        <Roles
          roles={typed.roles}
          errors={errors.roles}
          onChange={(roles) => setTyped({ ...typed, roles })}
        />
        <DialogActs act={peopleText.inviteAct} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}

interface RolesProps {
  roles: readonly TypedRole[]
  errors: readonly RoleErrors[]
  onChange: (roles: readonly TypedRole[]) => void
}

function Roles({ roles, errors, onChange }: RolesProps) {
  return (
    <>
      {roles.map((role, index) => (
        // Roles have no name of their own before they are entered, and none changes its place
        <div key={index} className={styles.roleFields}>
          <RoleFields
            value={role}
            errors={errors[index] ?? {}}
            onChange={(next) => onChange(roles.with(index, next))}
          />
          {roles.length > 1 && (
            <Button variant="quiet" onClick={() => onChange(roles.toSpliced(index, 1))}>
              {peopleText.dropRole}
            </Button>
          )}
        </div>
      ))}
      <Button variant="quiet" onClick={() => onChange([...roles, emptyRole()])}>
        {peopleText.addRole}
      </Button>
    </>
  )
}
