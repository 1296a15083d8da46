import { CreateAccountType } from '@dolphin/domain/identity/codes'
import { PageContent, WithRail } from '@dolphin/ui/page/page'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../api-client/call.ts'
import { isCustomer } from '../../api-client/session.ts'
import { withQueries } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { Chunked } from '../../app/chunked.tsx'
import { START_SCREEN } from '../../app/origination-screens.ts'
import { Waiting } from '../../app/waiting.tsx'
import { usePlace } from '../../app/place.ts'
import { SendLinkView } from '../identity/send-link-view.tsx'
import { ApplicationSteps } from './application-steps.tsx'
import { BeginApplication } from './begin-application.tsx'
import { useEarlyReads } from './early-reads.ts'
import { firstStates } from './flow.ts'
import { type FirstProps, Guided } from './guided.tsx'
import { applicationText } from './messages.ts'
import { isStarted, type StartAnswers, startAnswers } from './start-answers.ts'

/** guidance and /web-guidance: where and how much, an account, then the application. */
function GuidancePage() {
  useEarlyReads()
  return <Guided first={FirstVisit} />
}

/** What the address asks for before there is an application. */
type First = 'start' | 'account' | 'personal'

/** Who has an account and went through the start goes on with who they are; a guest gets an account first. */
function FirstVisit({ onCreated }: FirstProps) {
  const place = usePlace()
  const [known, setKnown] = useStartAnswers()
  const goTo = (section: First | undefined) => place.go({ section, step: undefined })
  if (known === undefined) return <Waiting />
  switch (firstOf(place.get('section'), known)) {
    case 'start':
      return (
        <Framed current="start">
          <Chunked
            chunk={START_SCREEN}
            props={{
              onDone: (answers) => {
                setKnown(answers)
                goTo(isCustomer() ? 'personal' : 'account')
              },
            }}
          />
        </Framed>
      )
    case 'account':
      return (
        <Framed current="account">
          <AccountByLink onBack={() => goTo('start')} onGuest={() => goTo('personal')} />
        </Framed>
      )
    case 'personal':
      return (
        <BeginApplication
          known={known}
          onBack={() => goTo('start')}
          onCreated={(saved) => {
            place.go({ section: undefined, step: undefined }, { replace: true })
            onCreated(saved)
          }}
        />
      )
  }
}

function firstOf(wanted: string | undefined, known: StartAnswers): First {
  if (wanted === 'personal' || wanted === 'start') return wanted
  if (wanted === 'account' && !isCustomer()) return wanted
  return isCustomer() && isStarted(known) ? 'personal' : 'start'
}

/** The start as it was answered on this device, undefined while it is read; and how to change it once it is answered anew. */
function useStartAnswers() {
  const [known, setKnown] = useState<StartAnswers>()
  useEffect(() => {
    void startAnswers().then((answers) => setKnown(answers ?? {}))
  }, [])
  return [known, setKnown] as const
}

function Framed({ current, children }: { current: 'start' | 'account'; children: ReactNode }) {
  const order = bootData().portfolio
  return (
    <PageContent width="wide">
      <WithRail
        rail={<ApplicationSteps order={order} current={current} states={firstStates(order, current)} />}
      >
        {children}
      </WithRail>
    </PageContent>
  )
}

interface AccountByLinkProps {
  onBack: () => void
  /** Goes on without an account; it is asked for before the plan. */
  onGuest: () => void
}

/** The link that makes the account; it leads back here (create-account type 1, domain.md §12). */
function AccountByLink({ onBack, onGuest }: AccountByLinkProps) {
  const { portfolioId } = bootData().portfolio
  const createAccountType = CreateAccountType.guidance
  return (
    <SendLinkView
      title={applicationText('accountFirst')}
      lead={applicationText('accountFirstLead')}
      onBack={onBack}
      other={{ label: applicationText('withoutAccount'), go: onGuest }}
      send={(email) => call('sendCreateAccountEmail', { body: { portfolioId, email, createAccountType } })}
    />
  )
}

export default withQueries(GuidancePage)
