import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { AppCodeField, isWholeAppCode, PasswordField, TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { accountText } from './messages.ts'
import { type Account, addPasskey, type Factor, removePasskey } from './proof.ts'

interface ProofDialogProps {
  /** What is done after the proof: a passkey is added, or this one removed. */
  task: 'add' | Factor
  hasPasskey: boolean
  onClose: () => void
  onDone: (account: Account, line: string) => void
}

/** Proves who is at the desk, then changes their passkeys. */
export function ProofDialog({ task, hasPasskey, onClose, onDone }: ProofDialogProps) {
  const { employeeId } = useSession()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState({ password: '', code: '' })
  const [errors, setErrors] = useState<{ readonly name?: string; readonly proof?: string }>({})
  const [trouble, setTrouble] = useState<string>()
  const isAdding = task === 'add'
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const isProved = hasPasskey || (typed.password !== '' && isWholeAppCode(typed.code))
    const found = {
      ...(isAdding && name.trim() === '' && { name: accountText.missingName }),
      ...(!isProved && { proof: accountText.missingProof }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const by = { employeeId, typed: hasPasskey ? undefined : typed }
    const done = isAdding ? await addPasskey(name.trim(), by) : await removePasskey(task.factorId, by)
    if (!done.ok) return setTrouble(done.text)
    onDone(done.value, isAdding ? accountText.added(name.trim()) : accountText.removed(task.name))
  })
  return (
    <Dialog open title={isAdding ? accountText.add : accountText.removeTitle(task.name)} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{leadOf(isAdding, hasPasskey)}</p>
        <Trouble text={trouble} />
        {isAdding && (
          <TextField
            label={accountText.name}
            hint={accountText.nameHint}
            autoComplete="off"
            value={name}
            error={errors.name}
            onChange={setName}
          />
        )}
        {!hasPasskey && (
          <>
            <PasswordField
              label={accountText.ownPassword}
              autoComplete="current-password"
              value={typed.password}
              error={errors.proof}
              onChange={(password) => setTyped((before) => ({ ...before, password }))}
            />
            <AppCodeField
              value={typed.code}
              onChange={(code) => setTyped((before) => ({ ...before, code }))}
            />
          </>
        )}
        <DialogActs
          act={isAdding ? accountText.proveAndAdd : accountText.proveAndRemove}
          busy={busy}
          tone={isAdding ? 'forward' : 'danger'}
          onClose={onClose}
        />
      </ActForm>
    </Dialog>
  )
}

const leadOf = (isAdding: boolean, hasPasskey: boolean): string => {
  if (!isAdding) return accountText.removeLead
  return hasPasskey ? accountText.addLead : accountText.passwordLead
}
