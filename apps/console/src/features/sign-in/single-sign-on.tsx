import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { keepReturnPath, returnPath, takeReturnPath } from '../../app/return-path.ts'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { Trouble } from '../../form/trouble.tsx'
import { signInText } from './messages.ts'
import styles from './sign-in.module.css'

/** Where the provider leads back, with its answer in the query. */
const SIGN_ON_RETURN = '/sign-in/single-sign-on'

/** Leads to the company's provider; where the provider has led back, completes the sign-in with its answer, once. */
export function SingleSignOn({ name }: { name: string }) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const [trouble, setTrouble] = useState<string>()
  const answer = path === SIGN_ON_RETURN ? search : ''
  const leaving = useAct(async () => {
    setTrouble(undefined)
    const begun = await call('beginSingleSignOn', { body: {} })
    if (!begun.ok) return setTrouble(failureText(begun.failure))
    keepReturnPath(returnPath(search))
    location.assign(begun.value.location)
  })
  const { busy, start } = useAct(async (given: string) => {
    const next = takeReturnPath()
    // Neither the history nor a reload sends the answer again.
    navigate(`/sign-in?${new URLSearchParams({ next })}`, { replace: true })
    const opened = await call('completeSingleSignOn', { body: { answer: given } })
    if (opened.ok) navigate(next, { replace: true })
    else setTrouble(failureText(opened.failure))
  })
  useEffect(() => {
    if (answer !== '') void start(answer)
  })
  return (
    <>
      <Trouble text={trouble} />
      <Button
        variant="secondary"
        className={styles.whole}
        busy={busy || leaving.busy}
        onClick={() => void leaving.start()}
      >
        {signInText.singleSignOn(name)}
      </Button>
      <p className="small muted">{signInText.singleSignOnHint(name)}</p>
    </>
  )
}
