import { Button } from '@dolphin/ui/button/button'
import { SkipLink } from '@dolphin/ui/skip-link/skip-link'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { useAct } from '@dolphin/ui/act/use-act'
import { roleList } from './role-names.ts'
import { Trouble } from '../form/trouble.tsx'
import { FindBox } from '../features/customer/find-box.tsx'
import { TouchGate } from '../features/touch/touch-gate.tsx'
import { useWaiting } from '../features/approvals/use-approvals.ts'
import { timeText } from '../time/instant-text.ts'
import { DeskMark } from './desk-mark.tsx'
import { EnvironmentBand } from './environment-band.tsx'
import styles from './frame.module.css'
import { IdleWatch } from './idle-watch.tsx'
import { Menu } from './menu.tsx'
import { mayAct, signOut, useSession } from './session.tsx'

/** What stands around every page of staff: who, with which roles, until when, and where one can go. */
export function Frame({ children }: { children: ReactNode }) {
  const session = useSession()
  const [, navigate] = useLocation()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const refusal = await signOut()
    if (refusal === undefined) navigate('/sign-in')
    else setTrouble(`You are still signed in. ${refusal}`)
  })
  return (
    <div className={styles.frame}>
      <SkipLink target="main" label="Skip to content" />
      <header className={styles.bar}>
        <DeskMark />
        {mayAct(session, 'customer.find', ['may']) && <FindBox />}
        <span className={styles.grow} />
        <EnvironmentBand />
        <span className={styles.who}>
          <b>{session.name}</b>
          <span className="small muted">{roleList(session.roles.map(({ role }) => role))}</span>
        </span>
        <span className={`small muted ${styles.wide}`}>Signed in until {timeText(session.expiresAt)} ET</span>
        <Button variant="quiet" busy={busy} onClick={() => void start()}>
          Sign out
        </Button>
      </header>
      <Menu session={session} waiting={useWaiting()?.waiting} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Trouble text={trouble} />
        {children}
      </main>
      <TouchGate />
      <IdleWatch />
    </div>
  )
}
