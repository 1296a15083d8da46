import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { isDemonstration } from '../../app/settings.ts'
import type { CallValue } from '../../calls/call.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import listStyles from '../../list/list-page.module.css'
import { Parts } from '../../list/part.tsx'
import { Circuits } from './circuits.tsx'
import { DemonstrationClock } from './demonstration-clock.tsx'
import { GivenUp } from './given-up.tsx'
import { systemText } from './messages.ts'
import { Nodes } from './nodes.tsx'
import { Outbox, Queues } from './queues.tsx'

export type SystemState = CallValue<'showSystem'>

/** Often enough to see that a retry went through. */
const LOOK_AGAIN_MS = 30_000

/** How the servers stand: what was given up, what waits, who is asked, which builds run. Source: docs/design/console.md. */
export function SystemPage() {
  const [result, say] = useState<string>()
  const { data, error, refetch } = useQuery({
    ...reads('showSystem', { query: {} }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  const done = (words: string) => {
    say(words)
    void refetch()
  }
  return (
    <div className="page">
      <PageHeading title={systemText.title} />
      <p role="status" className={listStyles.result}>
        {result}
      </p>
      <Parts>
        <GivenUp jobs={data.givenUp} onDone={done} />
        <Outbox outbox={data.outbox} />
        {isDemonstration() && <DemonstrationClock onDone={done} />}
        <Queues queues={data.queues} />
        <Circuits circuits={data.circuits} />
        <Nodes nodes={data.nodes} />
      </Parts>
    </div>
  )
}
