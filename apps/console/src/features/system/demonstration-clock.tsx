import { Button } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallValue, call } from '../../calls/call.ts'
import { reads } from '../../calls/queries.ts'
import { RunDialog } from '../../form/run-dialog.tsx'
import { ReadPart } from '../../list/part.tsx'
import { wholeText } from '../../time/instant-text.ts'
import { durationText } from './duration-text.ts'
import { Facts } from './facts.tsx'
import { systemText } from './messages.ts'

/** The clock of a server that lives through days for show; production has none. */
export function DemonstrationClock({ onDone }: { onDone: (words: string) => void }) {
  const [asks, setAsks] = useState(false)
  const query = useQuery(reads('readClock', { query: {} }))
  const done = ({ now }: CallValue<'moveClock'>) => {
    setAsks(false)
    void query.refetch()
    onDone(systemText.moved(wholeText(now)))
  }
  return (
    <ReadPart title={systemText.clock} query={query}>
      {({ now, aheadSeconds, movable }) => (
        <>
          <Facts
            facts={[
              [systemText.now, `${wholeText(now)} ET`],
              [systemText.ahead, aheadSeconds === 0 ? systemText.notAhead : durationText(aheadSeconds)],
            ]}
          />
          {movable && (
            <Button variant="secondary" onClick={() => setAsks(true)}>
              {systemText.nextDay}
            </Button>
          )}
          {asks && (
            <RunDialog
              title={systemText.clockTitle}
              effect={systemText.clockEffect}
              act={systemText.nextDay}
              send={() => call('moveClock', { body: { to: 'nextBankingDay' } })}
              onClose={() => setAsks(false)}
              onDone={done}
            />
          )}
        </>
      )}
    </ReadPart>
  )
}
