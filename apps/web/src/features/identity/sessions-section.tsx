import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useEffect, useRef, useState } from 'react'
import type { CallFailure } from '../../api-client/call.ts'
import { useReading } from '../../api-client/use-call.ts'
import { showSnackbar } from '../../app/announcements.tsx'
import { failureText } from '../../app/failure-text.ts'
import { appText } from '../../app/messages.ts'
import { EndSessionForm } from './end-session-form.tsx'
import { deviceText, type ListedSession, SessionList } from './session-list.tsx'
import { sessionsText } from './sessions-messages.ts'

/** One session to end, or every other than this one. */
type Asked = ListedSession | 'others'

/** Where the customer is signed in, and the way to end that; each end needs the password again (ASVS 7.5.2). */
export default function SessionsSection({ account }: { account: string | undefined }) {
  const { reading, again } = useReading('listSession', {})
  const [asked, setAsked] = useState<Asked>()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed may have gone with its session.
  useEffect(() => {
    if (gone.size > 0) heading.current?.focus()
  }, [gone])
  const read = reading.state === 'answered' && reading.ok ? reading.value.sessions : []
  const sessions = read.filter(({ sessionId }) => !gone.has(sessionId))
  const done = (ended: Asked) => {
    const others = sessions.filter(({ current }) => !current)
    const now = ended === 'others' ? others : [ended]
    setAsked(undefined)
    if (read.length === 0) again()
    setGone((before) => new Set([...before, ...now.map(({ sessionId }) => sessionId)]))
    showSnackbar(
      ended === 'others' ? sessionsText('endedOthers') : sessionsText('ended', { device: deviceText(ended) }),
      'success',
    )
  }
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        {sessionsText('title')}
      </h2>
      {reading.state === 'waiting' && <p role="status">{appText('loading')}</p>}
      {reading.state === 'answered' && !reading.ok && (
        <Unread failure={reading.failure} again={again} onEndOthers={() => setAsked('others')} />
      )}
      {sessions.length > 0 && (
        <>
          <p>{sessionsText(sessions.length > 1 ? 'lead' : 'onlyHere')}</p>
          <SessionList sessions={sessions} onEnd={setAsked} />
          {sessions.length > 1 && <EndOthers onPress={() => setAsked('others')} />}
        </>
      )}
      <Dialog
        open={asked !== undefined}
        title={asked === undefined ? '' : titleOf(asked)}
        tone="warning"
        onClose={() => setAsked(undefined)}
      >
        {asked !== undefined && (
          <EndSessionForm
            account={account}
            sessionId={asked === 'others' ? undefined : asked.sessionId}
            onDone={() => done(asked)}
            onCancel={() => setAsked(undefined)}
          />
        )}
      </Dialog>
    </section>
  )
}

interface UnreadProps {
  failure: CallFailure
  again: () => void
  onEndOthers: () => void
}

/** Without the list there is still the way to end all others. */
function Unread({ failure, again, onEndOthers }: UnreadProps) {
  return (
    <>
      <p role="status">{failureText(failure)}</p>
      <ButtonRow>
        <EndOthers onPress={onEndOthers} />
        <Button onClick={again}>{appText('tryAgain')}</Button>
      </ButtonRow>
    </>
  )
}

function EndOthers({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="secondary" onClick={onPress}>
      {sessionsText('endOthers')}
    </Button>
  )
}

const titleOf = (asked: Asked): string =>
  asked === 'others'
    ? sessionsText('endOthersTitle')
    : sessionsText('endTitle', { device: deviceText(asked) })
