import { Button } from '@dolphin/ui/button/button'
import { type ReactNode, useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { Trouble } from '../../form/trouble.tsx'
import { askPasskey, TROUBLE_TEXTS } from '../../passkey/passkey.ts'
import { signInText } from './messages.ts'
import styles from './sign-in.module.css'

/** Signs in by a passkey; answers why not, undefined where it worked. */
async function signIn(): Promise<string | undefined> {
  const begun = await call('beginStaffSignIn', { body: {} })
  if (!begun.ok) return failureText(begun.failure)
  const asked = await askPasskey(begun.value.options)
  if (!asked.ok) return TROUBLE_TEXTS[asked.trouble]
  const { challengeId } = begun.value
  const opened = await call('staffSignIn', { body: { challengeId, response: asked.answer } })
  return opened.ok ? undefined : failureText(opened.failure)
}

interface PasskeySignInProps {
  onEnter: () => void
  onPassword: () => void
  /** The company's own way in, where there is one. */
  children?: ReactNode
}

/** One button: the passkey says who signs in. */
export function PasskeySignIn({ onEnter, onPassword, children }: PasskeySignInProps) {
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const refusal = await signIn()
    if (refusal === undefined) onEnter()
    else setTrouble(refusal)
  })
  return (
    <>
      <Trouble text={trouble} />
      <Button className={styles.whole} busy={busy} onClick={() => void start()}>
        {signInText.passkey}
      </Button>
      <p className="small muted">{signInText.passkeyHint}</p>
      {children}
      <p className={styles.divider}>{signInText.noPasskey}</p>
      <Button variant="quiet" className={styles.whole} onClick={onPassword}>
        {signInText.byPassword}
      </Button>
      <p className="small muted">{signInText.passwordLimit}</p>
    </>
  )
}
