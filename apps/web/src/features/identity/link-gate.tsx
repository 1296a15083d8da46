import { buttonClass, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { LoadingOverlay } from '@dolphin/ui/loading-overlay/loading-overlay'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { useReading } from '../../api-client/use-call.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { bootData } from '../../app/boot.ts'
import { identityText } from './messages.ts'
import { StoppedView } from './stopped-view.tsx'

export type LinkInfo = CallValue<'parseLinkResource'>

interface LinkGateProps {
  resource: string
  /** Where a new link is asked for. */
  newLinkPath: string
  children: (link: LinkInfo) => ReactNode
}

/** Looks at a mailed link before showing what it opens; one that no longer works explains and offers a new one. */
export function LinkGate({ resource, newLinkPath, children }: LinkGateProps) {
  const { reading, again } = useReading('parseLinkResource', { query: { resource } })
  if (reading.state === 'waiting') return <LinkReading />
  if (!reading.ok) return <ReadingFailed failure={reading.failure} again={again} />
  return reading.value.valid ? (
    children(reading.value)
  ) : (
    <DeadLink link={reading.value} newLinkPath={newLinkPath} />
  )
}

/** While the link is looked at, and what it leads to is loaded. */
export const LinkReading = () => (
  <LoadingOverlay visible spinner={bootData().portfolio.spinner} label={identityText('loading')} />
)

function DeadLink({ link, newLinkPath }: { link: LinkInfo; newLinkPath: string }) {
  const [, navigate] = useLocation()
  if (link.fault === 'accountHeld' && link.accountStatus !== null) {
    return <StoppedView why={link.accountStatus} onBack={() => navigate('/sign-in')} />
  }
  if (link.fault === 'used') return <UsedLink newLinkPath={newLinkPath} />
  const duplicate = link.fault === 'duplicate'
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <PageHeading lead={identityText(duplicate ? 'linkDuplicate' : 'linkExpired')}>
          {identityText(duplicate ? 'linkDuplicateTitle' : 'linkExpiredTitle')}
        </PageHeading>
        <Link href={duplicate ? '/sign-in' : newLinkPath} className={buttonClass('forward')}>
          {identityText(duplicate ? 'signIn' : 'newLink')}
        </Link>
      </Card>
    </PageContent>
  )
}

/** The account is made, or the password changed: it is there to sign in with. */
function UsedLink({ newLinkPath }: { newLinkPath: string }) {
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <PageHeading lead={identityText('linkUsed')}>{identityText('linkUsedTitle')}</PageHeading>
        <ButtonRow>
          <Link href={newLinkPath} className={buttonClass('quiet')}>
            {identityText('newLink')}
          </Link>
          <Link href="/sign-in" className={buttonClass('forward')}>
            {identityText('signIn')}
          </Link>
        </ButtonRow>
      </Card>
    </PageContent>
  )
}
