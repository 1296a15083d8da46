import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { storedTokens, subscribeSession } from '../../api-client/session.ts'
import { type Reading, useReading } from '../../api-client/use-call.ts'
import { withQueries } from '../../api-client/with-queries.tsx'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { rememberReturn } from '../../app/return-path.ts'
import type { PageProps } from '../../app/routes.ts'
import { Waiting } from '../../app/waiting.tsx'
import { ApplicationFlow } from './application-flow.tsx'
import { useEarlyReads } from './early-reads.ts'
import { IdentityGate } from './rarer-screens.ts'
import { readApplicationEarly, useApplication } from './use-application.ts'

type ResourceInfo = CallValue<'parsePathResource'>

/** application, returning, complete-information and pending-application: one page, driven by its link. */
function ApplicationPage({ params }: PageProps) {
  const resource = params['resource'] ?? ''
  const who = useSyncExternalStore(subscribeSession, () => storedTokens()?.accessToken)
  return <LinkedApplication key={who ?? 'guest'} resource={resource} />
}

const PARSERS = {
  application: 'parsePathResource',
  returning: 'parseReturningResource',
  'complete-information': 'parseCompleteResource',
  'pending-application': 'parsePathResource',
} as const

/** Asks what the link stands for and what must happen first: nothing, two proofs, or a sign-in. */
function LinkedApplication({ resource }: { resource: string }) {
  const [path, navigate] = useLocation()
  const page = path.split('/')[1] ?? ''
  const parser = PARSERS[page as keyof typeof PARSERS] ?? 'parsePathResource'
  const { reading, again } = useReading(parser, { query: { resource } })
  useEffect(() => readApplicationEarly({ resource }), [resource])
  // After the application, which decides what is shown
  useEarlyReads()
  const info = reading.state === 'answered' && reading.ok ? reading.value : undefined
  const elsewhere = info !== undefined && !info.next.startsWith(`/${page}/`) ? info.next : undefined
  useEffect(() => {
    if (elsewhere !== undefined && !STAYS.test(elsewhere)) navigate(elsewhere, { replace: true })
    if (info?.needs === 'signIn') {
      rememberReturn()
      navigate('/sign-in', { replace: true })
    }
  }, [elsewhere, info?.needs, navigate])
  return <Opened reading={reading} again={again} resource={resource} />
}

/** The four routes are one page: no need to change the address between them. */
const STAYS = /^\/(?:application|returning|complete-information|pending-application)\//

interface OpenedProps {
  reading: Reading<ResourceInfo>
  again: () => void
  resource: string
}

function Opened({ reading, again, resource }: OpenedProps) {
  if (reading.state === 'waiting') return <Waiting />
  if (!reading.ok) return <ReadingFailed failure={reading.failure} again={again} />
  const { needs } = reading.value
  if (needs === 'identity') return <IdentityGate resource={resource} onOpen={again} />
  if (needs === 'signIn') return <Waiting />
  return <OpenApplication resource={resource} />
}

function OpenApplication({ resource }: { resource: string }) {
  const { reading, refresh, again } = useApplication({ resource })
  if (reading.state === 'waiting') return <Waiting />
  if (reading.state === 'failed') return <ReadingFailed failure={reading.failure} again={again} />
  return <ApplicationFlow view={reading.view} refresh={refresh} />
}

export default withQueries(ApplicationPage)
