import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '../../calls/use-act.ts'
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
    const result = await call('endStaffSession', { body: { sessionId: null } })
    setTrouble(result.ok ? undefined : failureText(result.failure))
    setEnded(result.ok)
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
          <Button variant="danger" busy={busy} onClick={() => start()}>
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
