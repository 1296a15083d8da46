import { LoadingOverlay } from '@dolphin/ui/loading-overlay/loading-overlay'
import { useReading } from '../../api-client/use-call.ts'
import { bootData } from '../../app/boot.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { AccountFields } from './account-fields.tsx'
import type { LinkInfo } from './link-gate.tsx'
import { identityText } from './messages.ts'

interface CreateAccountFormProps {
  resource: string
  link: LinkInfo
}

/** Reads the consents in force, then shows the form. */
export function CreateAccountForm({ resource, link }: CreateAccountFormProps) {
  const { portfolioId, spinner } = bootData().portfolio
  const { reading, again } = useReading('getConsentTemplate', { query: { portfolioId } })
  if (reading.state === 'waiting') return <LoadingOverlay visible spinner={spinner} label={identityText('loading')} />
  if (!reading.ok) return <ReadingFailed failure={reading.failure} again={again} />
  return <AccountFields resource={resource} link={link} consents={reading.value.consents} />
}
