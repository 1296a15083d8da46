import { lazy, Suspense, useEffect } from 'react'
import { loadChunk } from '../../app/page-loader.ts'
import type { PageProps } from '../../app/routes.ts'
import { LinkGate, LinkReading } from './link-gate.tsx'

/** Loaded while the link is looked at: its consents and their proof weigh more than the rest of the page. */
const fields = () => import('./account-fields.tsx')
const AccountFields = lazy(() => loadChunk(fields, import.meta.url))

/** The page behind a mailed link: password, name, consents. */
export default function CreateAccountPage({ params }: PageProps) {
  const resource = params['resource'] ?? ''
  useEffect(() => void fields().catch(() => undefined), [])
  return (
    <LinkGate resource={resource} newLinkPath="/send-set-link">
      {(link) => (
        <Suspense fallback={<LinkReading />}>
          <AccountFields resource={resource} link={link} />
        </Suspense>
      )}
    </LinkGate>
  )
}
