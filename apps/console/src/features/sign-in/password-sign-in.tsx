import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { AppCodeField, isWholeAppCode, PasswordField, TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { signInText } from './messages.ts'
import styles from './sign-in.module.css'

const EMPTY = { email: '', password: '', code: '' }

type Typed = typeof EMPTY
type Errors = { readonly [Field in keyof Typed]?: string }

const errorsIn = ({ email, password, code }: Typed): Errors => ({
  ...(email.trim() === '' && { email: signInText.missingEmail }),
  ...(password === '' && { password: signInText.missingPassword }),
  ...(!isWholeAppCode(code) && { code: signInText.missingCode }),
})

interface PasswordSignInProps {
  onEnter: () => void
  onPasskey: () => void
}

/** The fallback: email, password and the code of the app. A refusal leaves everything but the code, which is spent. */
export function PasswordSignIn({ onEnter, onPasskey }: PasswordSignInProps) {
  const [typed, setTyped] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [trouble, setTrouble] = useState<string>()
  const put = (field: keyof Typed) => (text: string) => setTyped((before) => ({ ...before, [field]: text }))
  const { busy, start } = useAct(async () => {
    const found = errorsIn(typed)
    setErrors(found)
    setTrouble(undefined)
    if (Object.keys(found).length > 0) return
    const opened = await call('staffPasswordSignIn', { body: typed })
    if (opened.ok) return onEnter()
    setTrouble(failureText(opened.failure))
    put('code')('')
  })
  return (
    <ActForm onSubmit={start}>
      <Trouble text={trouble} />
      <TextField
        label={signInText.email}
        type="email"
        autoComplete="username"
        value={typed.email}
        error={errors.email}
        onChange={put('email')}
      />
      <PasswordField
        label={signInText.password}
        autoComplete="current-password"
        value={typed.password}
        error={errors.password}
        onChange={put('password')}
      />
      <AppCodeField value={typed.code} error={errors.code} onChange={put('code')} />
      <Button type="submit" className={styles.whole} busy={busy}>
        {signInText.signIn}
      </Button>
      <Button variant="quiet" className={styles.whole} onClick={onPasskey}>
        {signInText.byPasskey}
      </Button>
    </ActForm>
  )
}
