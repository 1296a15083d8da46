import type { PageProps } from '../../app/routes.ts'
import { AccountFields } from './account-fields.tsx'
import { LinkGate } from './link-gate.tsx'

/** The page behind a mailed link: password, name, consents. */
export default function CreateAccountPage({ params }: PageProps) {
  const resource = params['resource'] ?? ''
  return (
    <LinkGate resource={resource} newLinkPath="/send-set-link">
      {(link) => <AccountFields resource={resource} link={link} />}
    </LinkGate>
  )
}
