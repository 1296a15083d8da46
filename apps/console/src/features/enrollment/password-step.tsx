import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { useAct } from '@dolphin/ui/act/use-act'
import { PictureCode } from '@dolphin/ui/picture-code/picture-code'
import { ActForm } from '../../form/act-form.tsx'
import { AppCodeField, isWholeAppCode, PasswordField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { type Begun, type Enrolled, enrollPassword, type Halves } from './enroll.ts'
import styles from './enrollment.module.css'
import { enrollmentText } from './messages.ts'

/** The server judges it; here it is a hint. Source: apps/api/src/modules/staff/enrollment.ts, SHORTEST_PASSWORD. */
const SHORTEST_PASSWORD = 12

interface PasswordStepProps {
  halves: Halves
  begun: Begun
  trouble: string | undefined
  onTrouble: (text: string | undefined) => void
  onSettle: (enrolled: Enrolled) => void
  onPasskey: () => void
}

/** For those without a passkey: a password, and an app that shows codes. */
export function PasswordStep(props: PasswordStepProps) {
  const { halves, begun, trouble, onTrouble, onSettle, onPasskey } = props
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const missing = {
    password: tried && password === '' ? enrollmentText.missingPassword : undefined,
    code: tried && !isWholeAppCode(code) ? enrollmentText.missingAppCode : undefined,
  }
  const { busy, start } = useAct(async () => {
    setTried(true)
    onTrouble(undefined)
    if (password === '' || !isWholeAppCode(code)) return
    onSettle(await enrollPassword(halves, begun.challengeId, { password, code }))
  })
  return (
    <ActForm onSubmit={start}>
      <h2>{enrollmentText.passwordTitle}</h2>
      <p>{enrollmentText.passwordLead}</p>
      <Trouble text={trouble} />
      <PasswordField
        label={enrollmentText.password}
        hint={enrollmentText.passwordHint(SHORTEST_PASSWORD)}
        autoComplete="new-password"
        value={password}
        error={missing.password}
        onChange={setPassword}
      />
      <p>{enrollmentText.scan}</p>
      <div className={styles.app}>
        <PictureCode text={begun.authenticator.otpauthUrl} label={enrollmentText.picture} />
        <code translate="no">{begun.authenticator.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
      <AppCodeField value={code} error={missing.code} onChange={setCode} />
      <div className="acts">
        <Button type="submit" busy={busy}>
          {enrollmentText.finish}
        </Button>
        <Button variant="quiet" onClick={onPasskey}>
          {enrollmentText.byPasskey}
        </Button>
      </div>
    </ActForm>
  )
}
