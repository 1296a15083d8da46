import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { Trouble } from '../../form/trouble.tsx'
import { dayAndTimeText } from '../../time/instant-text.ts'
import styles from './account.module.css'
import { accountText } from './messages.ts'
import type { Account } from './proof.ts'

type OwnSession = Account['sessions'][number]

interface OwnSessionsProps {
  sessions: readonly OwnSession[]
  onChanged: () => void
}

/** Where the employee is signed in, browsers and terminals, and the way to end each. */
export function OwnSessions({ sessions, onChanged }: OwnSessionsProps) {
  const [result, setResult] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async (sessionId: string | null) => {
    const ended = await call('endStaffSession', { body: { sessionId } })
    setTrouble(ended.ok ? undefined : failureText(ended.failure))
    setResult(ended.ok ? accountText.ended(ended.value.ended) : undefined)
    onChanged()
  })
  const others = sessions.filter(({ own }) => !own)
  return (
    <section className="panel padded" aria-busy={busy}>
      <h2>{accountText.sessions}</h2>
      <Trouble text={trouble} />
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.sessionId}>
            <div>
              <b>{nameOf(session)}</b>
              <p className="small muted">
                {accountText.opened(dayAndTimeText(session.openedAt))},{' '}
                {session.own ? accountText.here : accountText.seen(dayAndTimeText(session.lastSeenAt))}
              </p>
            </div>
            {!session.own && (
              <Button
                variant="secondary"
                aria-label={`${accountText.end}: ${nameOf(session)}`}
                onClick={() => void start(session.sessionId)}
              >
                {accountText.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className={styles.result}>
        {result}
      </p>
      {others.length > 1 && (
        <Button variant="secondary" onClick={() => void start(null)}>
          {accountText.endOthers}
        </Button>
      )}
    </section>
  )
}

const nameOf = ({ kind, label }: OwnSession): string =>
  kind === 'terminal' ? accountText.terminal(label ?? '') : accountText.desk
