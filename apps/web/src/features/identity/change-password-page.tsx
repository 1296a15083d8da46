import { ContactType } from '@dolphin/domain/identity/codes'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { lazy, Suspense } from 'react'
import { useReading } from '../../api-client/use-call.ts'
import { appText } from '../../app/messages.ts'
import { loadChunk } from '../../app/page-loader.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { AuthenticatorSection } from './authenticator-section.tsx'
import { ContactsSection } from './contacts-section.tsx'
import { NewAddressSection } from './new-address-section.tsx'
import { OptOutsSection } from './opt-outs-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { securityText } from './security-messages.ts'

const SessionsSection = lazy(() => loadChunk(() => import('./sessions-section.tsx'), import.meta.url))

/** The email is what one signs in with (domain.md §12). */
const isAccount = ({ contactType }: { contactType: ContactType }) => contactType === ContactType.email

/** Sign-in and security: another address where it is needed, password, authenticator, contacts, and where the customer is signed in. */
export default function ChangePasswordPage() {
  const { reading, again } = useReading('getPersonalInfo', {})
  usePageTitle(securityText('title'))
  if (reading.state === 'waiting') return <Waiting />
  if (!reading.ok) return <ReadingFailed failure={reading.failure} again={again} />
  const { authenticatorOn, contacts, newAddressNeeded, optOuts } = reading.value
  const account = contacts.find(isAccount)?.value
  return (
    <PageContent>
      <PageHeading lead={securityText('lead')}>{securityText('title')}</PageHeading>
      {newAddressNeeded && (
        <Card>
          <NewAddressSection onDone={again} />
        </Card>
      )}
      <Card>
        <PasswordSection account={account} />
      </Card>
      <Card>
        <AuthenticatorSection on={authenticatorOn} />
      </Card>
      <Card>
        <ContactsSection contacts={contacts} />
      </Card>
      {optOuts.length > 0 && (
        <Card>
          <OptOutsSection optOuts={optOuts} onDone={again} />
        </Card>
      )}
      <Card tone="quiet">
        <Suspense fallback={<p role="status">{appText('loading')}</p>}>
          <SessionsSection account={account} />
        </Suspense>
      </Card>
    </PageContent>
  )
}
