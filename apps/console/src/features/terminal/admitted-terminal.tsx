import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { Trouble } from '../../form/trouble.tsx'
import { terminalText } from './messages.ts'

interface AdmittedTerminalProps {
  label: string
  onAnother: () => void
}

/** Which terminal is in now, and the way to put it out again. */
export function AdmittedTerminal({ label, onAnother }: AdmittedTerminalProps) {
  const [ended, setEnded] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const refusal = await endTerminal(label)
    setTrouble(refusal)
    setEnded(refusal === undefined)
  })
  return (
    <>
      <Banner
        tone={ended ? 'info' : 'success'}
        title={ended ? terminalText.endedTitle : terminalText.doneTitle(label)}
        live
      >
        <p>{ended ? terminalText.ended : terminalText.done}</p>
      </Banner>
      <Trouble text={trouble} />
      <div className="acts">
        {!ended && (
          <Button variant="danger" busy={busy} onClick={() => void start()}>
            {terminalText.end}
          </Button>
        )}
        <Button variant="secondary" onClick={onAnother}>
          {terminalText.another}
        </Button>
      </div>
      {!ended && <p className="small muted">{terminalText.strange}</p>}
    </>
  )
}

/**
 * Ends the newest session of a terminal with this name, or what was let in and has not come yet, with every other session;
 * answers why not, undefined where it worked.
 */
async function endTerminal(label: string): Promise<string | undefined> {
  const account = await call('readStaffAccount', {})
  if (!account.ok) return failureText(account.failure)
  const [newest] = account.value.sessions
    .filter((session) => session.kind === 'terminal' && session.label === label)
    .toSorted((one, other) => Date.parse(other.openedAt) - Date.parse(one.openedAt))
  const ended = await call('endStaffSession', { body: { sessionId: newest?.sessionId ?? null } })
  return ended.ok ? undefined : failureText(ended.failure)
}
