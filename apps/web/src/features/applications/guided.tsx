import { HomeFlag, LoanStatus } from '@dolphin/domain/loans/codes'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { type CallFailure, call } from '../../api-client/call.ts'
import {
  isCustomer,
  isSignedIn,
  storedTokens,
  storeTokens,
  subscribeSession,
} from '../../api-client/session.ts'
import { hasPersistedState, persistState, persistedState } from '../../app/persisted-state.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { SavedForm } from '../../form-engine/save-form.ts'
import type { ApplicationView } from './application-view.ts'
import { ApplicationFlow } from './application-flow.tsx'
import { IdentityGate } from './rarer-screens.ts'
import { useApplication } from './use-application.ts'

export interface FirstProps {
  /** An application was made: it is kept on this device and shown. */
  onCreated: (saved: SavedForm) => void
}

interface GuidedProps {
  /** What stands where no application is open yet. */
  first: ComponentType<FirstProps>
}

/** Shows the visitor's open application; without one, the way to start one. */
export function Guided({ first }: GuidedProps) {
  const who = useSyncExternalStore(subscribeSession, () => storedTokens()?.accessToken)
  const [round, setRound] = useState(0)
  return (
    <Arrival key={`${round}.${who ?? 'guest'}`} first={first} again={() => setRound((count) => count + 1)} />
  )
}

/** What guidance finds on arrival. */
type Found =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly failure: CallFailure }
  /** An application that this session reaches. */
  | { readonly kind: 'open'; readonly view: ApplicationView }
  /** One that was begun on this device; who is there has to say so again, or tie it to the account. */
  | { readonly kind: 'known'; readonly resource: string }
  | { readonly kind: 'nothing' }

function Arrival({ again, first: First }: GuidedProps & { again: () => void }) {
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
      return <OpenGuidance view={found.view} />
    case 'known':
      return (
        <IdentityGate
          resource={found.resource}
          onOpen={again}
          onStartOver={() => void persistState('workflow', {}).then(again)}
        />
      )
    case 'nothing':
      return <First onCreated={(saved) => void persistCreated(saved).then(again)} />
  }
}

/** The session's own application, else one begun on this device before. */
async function lookAround(): Promise<Found> {
  const kept = persistedState('workflow')
  if (isSignedIn() && (await mayHaveOne())) {
    const result = await call('listSection', { query: {} }, { quiet: true })
    if (result.ok && !isOver(result.value)) return { kind: 'open', view: result.value }
    const failed = !result.ok && (result.failure.kind !== 'refused' || result.failure.status >= 500)
    if (failed) return { kind: 'failed', failure: result.failure }
  }
  const resource = (await kept)?.resource
  return resource === undefined ? { kind: 'nothing' } : await stillThere(resource)
}

/**
 * A customer on a device that keeps no application has none at all, or comes from elsewhere: the list of loans says
 * which, where asking for the sections of nothing would be refused.
 */
async function mayHaveOne(): Promise<boolean> {
  if (!isCustomer() || hasPersistedState('workflow')) return true
  const result = await call('listDisbursementLoan', {}, { quiet: true })
  return !result.ok || result.value.loans.length > 0 || result.value.homeFlag !== HomeFlag.noLoanAmount
}

/** A link that holds no more is forgotten. */
async function stillThere(resource: string): Promise<Found> {
  const result = await call('parsePathResource', { query: { resource } }, { quiet: true })
  if (result.ok) return { kind: 'known', resource }
  if (result.failure.kind !== 'refused' || result.failure.status >= 500)
    return { kind: 'failed', failure: result.failure }
  await persistState('workflow', {})
  return { kind: 'nothing' }
}

const isOver = ({ loanStatus }: ApplicationView): boolean =>
  loanStatus === LoanStatus.withdrawn || loanStatus === LoanStatus.terminated

function OpenGuidance({ view }: { view: ApplicationView }) {
  const { reading, refresh, again } = useApplication({ applicationNo: view.applicationNo }, view)
  if (reading.state === 'waiting') return <Waiting />
  if (reading.state === 'failed') return <ReadingFailed failure={reading.failure} again={again} />
  return <ApplicationFlow view={reading.view} refresh={refresh} />
}

/** Stores the new application and, for a visitor not signed in, the session limited to that application. */
async function persistCreated({ applicationNo, resource, session }: SavedForm): Promise<void> {
  await persistState('workflow', {
    ...(applicationNo === null ? {} : { applicationNo }),
    ...(resource === undefined ? {} : { resource }),
  })
  if (session) storeTokens(session, 'application')
}
