import { useAct } from '@dolphin/ui/act/use-act'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { useSession } from '../../app/session.tsx'
import { failureOf, reads } from '../../calls/queries.ts'
import { ActForm } from '../../form/act-form.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { timeText } from '../../time/instant-text.ts'
import { giveTouch, type Touch } from './give-touch.ts'
import { touchText } from './messages.ts'
import { TouchedAct } from './touched-act.tsx'

/** Where the link of a terminal leads: its employee touches a passkey over the act that waits there. */
export function TouchPage() {
  const { touchNo } = useParams<{ touchNo: string }>()
  const { data, error, refetch } = useQuery(reads('readTouch', { params: { touchNo } }))
  const failure = data === undefined ? failureOf(error) : undefined
  return (
    <div className="page narrow">
      <PageHeading title={touchText.title} />
      {failure && <ReadingFailed failure={failure} onAgain={() => void refetch()} />}
      {data === undefined && failure === undefined && <Waiting />}
      {data && <TouchPanel touch={data} onGiven={() => void refetch()} />}
    </div>
  )
}

const DONE = { touched: touchText.given, used: touchText.used, over: touchText.over } as const

function TouchPanel({ touch, onGiven }: { touch: Touch; onGiven: () => void }) {
  const { employeeId } = useSession()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const refusal = await giveTouch(touch, employeeId)
    setTrouble(refusal)
    if (refusal === undefined) onGiven()
  })
  return (
    <section className="panel padded">
      <ActForm onSubmit={start}>
        <h2>{touch.title}</h2>
        <TouchedAct touch={touch} />
        <Trouble text={trouble} />
        {touch.state === 'waiting' ? (
          <>
            <p className="small muted">{touchText.until(timeText(touch.expiresAt))}</p>
            <Button type="submit" busy={busy}>
              {touchText.touchHere}
            </Button>
          </>
        ) : (
          <Banner tone={touch.state === 'over' ? 'info' : 'success'} live>
            <p>{DONE[touch.state]}</p>
          </Banner>
        )}
      </ActForm>
    </section>
  )
}
