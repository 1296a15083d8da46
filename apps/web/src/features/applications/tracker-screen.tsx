import { Ticket } from '@dolphin/domain/channel/ticket'
import { SignStatus, TrackerStep } from '@dolphin/domain/loans/codes'
import { Button, ButtonRow, buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent } from '@dolphin/ui/page/page'
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { usePageTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { RequestedDocuments } from '../documents/requested-documents.tsx'
import { LoanTracker } from '../loans/loan-tracker.tsx'
import type { ApplicationView } from './application-view.ts'
import { applicationText } from './messages.ts'

interface TrackerScreenProps {
  view: ApplicationView
  refresh: () => Promise<ApplicationView | undefined>
}

const LOOK_AGAIN_MS = 30_000

/** Nothing to do but wait: the six-step tracker, kept fresh by ticket 3003 and by looking now and then. */
export default function TrackerScreen({ view, refresh }: TrackerScreenProps) {
  usePageTitle(applicationText('stateTitle'))
  useTickets(({ ticket }) => {
    if (ticket === Ticket.inProgress) void refresh()
  })
  useLookingNowAndThen(refresh)
  return (
    <PageContent>
      <RequestedDocuments loanNo={view.loanNo} subStatus={view.subStatus} headed>
        {({ any }) => <TrackerCard view={view} headed={!any} />}
      </RequestedDocuments>
    </PageContent>
  )
}

/** Below documents that are asked for it is the smaller matter. */
function TrackerCard({ view, headed }: { view: ApplicationView; headed: boolean }) {
  const mayStillSign = view.requestCode !== null && view.signStatus === SignStatus.notSigned
  const title = applicationText('stateTitle')
  return (
    <Card>
      {headed ? (
        <StepHeading lead={applicationText(mayStillSign ? 'stateSign' : 'stateLead')}>{title}</StepHeading>
      ) : (
        <h2>{title}</h2>
      )}
      <LoanTracker step={view.trackerStep ?? TrackerStep.applicationSubmitted} />
      <ButtonRow>
        {mayStillSign && <SignNow loanNo={view.loanNo} />}
        {view.signedIn && (
          <Link href="/home" className={buttonClass(mayStillSign ? 'secondary' : 'forward')}>
            {applicationText('goHome')}
          </Link>
        )}
      </ButtonRow>
    </Card>
  )
}

function SignNow({ loanNo }: { loanNo: string }) {
  const [, navigate] = useLocation()
  const { busy, start } = useAct(async () => {
    const result = await call('createRequestCode', { body: { loanNo, purpose: 'signature' } })
    if (!result.ok) return showFailure(result.failure)
    navigate(result.value.url)
  })
  return (
    <Button busy={busy} onClick={() => void start()}>
      {applicationText('signNow')}
    </Button>
  )
}

function useLookingNowAndThen(refresh: TrackerScreenProps['refresh']): void {
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void refresh()
  })
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
}
