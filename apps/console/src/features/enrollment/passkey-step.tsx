import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { type Enrolled, enrollPasskey, type Halves } from './enroll.ts'
import { enrollmentText } from './messages.ts'

interface PasskeyStepProps {
  halves: Halves
  trouble: string | undefined
  onTrouble: (text: string | undefined) => void
  onSettle: (enrolled: Enrolled) => void
  onPassword: () => void
}

/** Names a passkey and makes it. */
export function PasskeyStep({ halves, trouble, onTrouble, onSettle, onPassword }: PasskeyStepProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const { busy, start } = useAct(async () => {
    onTrouble(undefined)
    setError(name.trim() === '' ? enrollmentText.missingName : undefined)
    if (name.trim() === '') return
    onSettle(await enrollPasskey(halves, name.trim()))
  })
  return (
    <ActForm onSubmit={start}>
      <h2>{enrollmentText.passkeyTitle}</h2>
      <p>{enrollmentText.passkeyLead}</p>
      <Trouble text={trouble} />
      <TextField
        label={enrollmentText.passkeyName}
        hint={enrollmentText.passkeyNameHint}
        autoComplete="off"
        value={name}
        error={error}
        onChange={setName}
      />
      <div className="acts">
        <Button type="submit" busy={busy}>
          {enrollmentText.make}
        </Button>
        <Button variant="quiet" onClick={onPassword}>
          {enrollmentText.byPassword}
        </Button>
      </div>
      <p role="status" className="small muted">
        {busy && enrollmentText.working}
      </p>
    </ActForm>
  )
}
