import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { type CallFailure, call } from '../../api-client/call.ts'
import {
  isCustomer,
  isSignedIn,
  storedTokens,
  storeTokens,
  subscribeSession,
} from '../../api-client/session.ts'
import { withQueries } from '../../api-client/with-queries.tsx'
import { CalculatorScreen } from '../../app/origination-screens.ts'
import { keepState, keptState } from '../../app/persisted-state.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { SavedForm } from '../../form-engine/save-form.ts'
import type { ApplicationView } from '../../origination/application-view.ts'
import { usePlace } from '../../origination/place.ts'
import { ApplicationFlow } from './application-flow.tsx'
import { BeginApplication } from './begin-application.tsx'
import { IdentityGate } from './identity-gate.tsx'
import { ReadyToApply } from './ready-to-apply.tsx'
import { useApplication } from './use-application.ts'

/** guidance and /web-guidance: what a loan costs, then the application, begun without an account. */
function GuidancePage() {
  const who = useSyncExternalStore(subscribeSession, () => storedTokens()?.accessToken)
  const [round, setRound] = useState(0)
  return <Guided key={`${round}.${who ?? 'nobody'}`} again={() => setRound((count) => count + 1)} />
}

/** What guidance finds on arrival. */
type Found =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly failure: CallFailure }
  /** An application that this session reaches. */
  | { readonly kind: 'open'; readonly applicationNo: string }
  /** One that was begun on this device; who is there has to say so again, or tie it to the account. */
  | { readonly kind: 'known'; readonly resource: string }
  | { readonly kind: 'nothing' }

function Guided({ again }: { again: () => void }) {
  const [found, setFound] = useState<Found>({ kind: 'waiting' })
  useEffect(() => {
    let wanted = true
    void lookAround().then((what) => {
      if (wanted) setFound(what)
    })
    return () => {
      wanted = false
    }
  }, [])
  switch (found.kind) {
    case 'waiting':
      return <Waiting />
    case 'failed':
      return <ReadingFailed failure={found.failure} again={again} />
    case 'open':
      return <OpenGuidance applicationNo={found.applicationNo} />
    case 'known':
      return (
        <IdentityGate
          resource={found.resource}
          onOpen={again}
          onStartOver={() => void keepState('workflow', {}).then(again)}
        />
      )
    case 'nothing':
      return <FirstVisit onCreated={again} />
  }
}

/** The session's own application, else one begun on this device before. */
async function lookAround(): Promise<Found> {
  const workflow = await keptState('workflow')
  if (isSignedIn()) {
    const result = await call('listSection', { query: {} }, { quiet: true })
    if (result.ok && !isOver(result.value)) return { kind: 'open', applicationNo: result.value.applicationNo }
    const failed = !result.ok && (result.failure.kind !== 'refused' || result.failure.status >= 500)
    if (failed) return { kind: 'failed', failure: result.failure }
    if (!isCustomer() && workflow?.resource === undefined) return { kind: 'nothing' }
  }
  return workflow?.resource === undefined ? { kind: 'nothing' } : await stillThere(workflow.resource)
}

/** A link that holds no more is forgotten. */
async function stillThere(resource: string): Promise<Found> {
  const result = await call('parsePathResource', { query: { resource } }, { quiet: true })
  if (result.ok) return { kind: 'known', resource }
  if (result.failure.kind !== 'refused' || result.failure.status >= 500)
    return { kind: 'failed', failure: result.failure }
  await keepState('workflow', {})
  return { kind: 'nothing' }
}

const isOver = ({ loanStatus }: ApplicationView): boolean =>
  loanStatus === LoanStatus.withdrawn || loanStatus === LoanStatus.terminated

function OpenGuidance({ applicationNo }: { applicationNo: string }) {
  const { reading, refresh, again } = useApplication({ applicationNo })
  if (reading.state === 'waiting') return <Waiting />
  if (reading.state === 'failed') return <ReadingFailed failure={reading.failure} again={again} />
  return <ApplicationFlow view={reading.view} refresh={refresh} />
}

/** The calculator, and behind it the first section; saving that makes the application. */
function FirstVisit({ onCreated }: { onCreated: () => void }) {
  const place = usePlace()
  if (place.get('section') !== undefined) {
    return (
      <BeginApplication
        onBack={() => place.go({ section: undefined, step: undefined })}
        onCreated={(saved) => {
          void keepCreated(saved).then(() => {
            place.go({ section: undefined, step: undefined }, { replace: true })
            onCreated()
          })
        }}
      />
    )
  }
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <CalculatorScreen />
      </Suspense>
      <ReadyToApply onStart={() => place.go({ section: 'personal' })} />
    </>
  )
}

/** Keeps the new application and, where nobody was signed in, the session that is limited to it. */
async function keepCreated({ applicationNo, resource, session }: SavedForm): Promise<void> {
  await keepState('workflow', {
    ...(applicationNo === null ? {} : { applicationNo }),
    ...(resource === undefined ? {} : { resource }),
  })
  if (session) storeTokens(session, 'application')
}

export default withQueries(GuidancePage)
