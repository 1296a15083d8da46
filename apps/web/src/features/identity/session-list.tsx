import { Button } from '@dolphin/ui/button/button'
import type { CallValue } from '../../api-client/call.ts'
import { agoText, hourText, minutesSince } from '../../time/ago-text.ts'
import styles from './session-list.module.css'
import { sessionsText } from './sessions-messages.ts'

export type ListedSession = CallValue<'listSession'>['sessions'][number]

/** The server notes once a minute that a session is used. */
const USED_NOW_MINUTES = 2

/** "Chrome on Android", or as much of it as the browser said. */
export function deviceText({ browser, system }: ListedSession): string {
  if (browser !== null && system !== null) return sessionsText('device', { browser, system })
  return browser ?? system ?? sessionsText('anotherDevice')
}

interface SessionListProps {
  sessions: readonly ListedSession[]
  onEnd: (session: ListedSession) => void
}

/** Each place with since when, how it is used, and the way to end it. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  return (
    <ul className={styles.list}>
      {sessions.map((session) => (
        <li key={session.sessionId} className={styles.session}>
          <div className={styles.words}>
            <strong>{deviceText(session)}</strong>
            <span>{sessionsText('since', { when: hourText(session.startedAt) })}</span>
            <span className={session.current ? styles.here : ''}>{usedText(session)}</span>
          </div>
          {!session.current && (
            <Button variant="quiet" aria-label={endName(session)} onClick={() => onEnd(session)}>
              {sessionsText('end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const endName = (session: ListedSession): string =>
  sessionsText('endNamed', { device: deviceText(session), when: hourText(session.startedAt) })

function usedText({ current, lastSeenAt }: ListedSession): string {
  if (current) return sessionsText('here')
  if (minutesSince(lastSeenAt) < USED_NOW_MINUTES) return sessionsText('usedNow')
  return sessionsText('used', { ago: agoText(lastSeenAt) })
}
