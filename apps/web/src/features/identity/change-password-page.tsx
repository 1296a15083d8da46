import { ContactType } from '@dolphin/domain/identity/contact-type'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useReading } from '../../api-client/use-call.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { AuthenticatorSection } from './authenticator-section.tsx'
import { ContactsSection } from './contacts-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { securityText } from './security-messages.ts'
import { SessionsSection } from './sessions-section.tsx'

/** The e-mail is what one signs in with (domain.md §12). */
const isAccount = ({ contactType }: { contactType: ContactType }) => contactType === ContactType.email

/** Sign-in and security: password, authenticator, contacts, devices. */
export default function ChangePasswordPage() {
  const { reading, again } = useReading('getPersonalInfo', {})
  usePageTitle(securityText('title'))
  if (reading.state === 'waiting') return <Waiting />
  if (!reading.ok) return <ReadingFailed failure={reading.failure} again={again} />
  const { authenticatorOn, contacts } = reading.value
  return (
    <PageContent>
      <PageHeading lead={securityText('lead')}>{securityText('title')}</PageHeading>
      <Card>
        <PasswordSection account={contacts.find(isAccount)?.value} />
      </Card>
      <Card>
        <AuthenticatorSection on={authenticatorOn} />
      </Card>
      <Card>
        <ContactsSection contacts={contacts} />
      </Card>
      <Card tone="quiet">
        <SessionsSection />
      </Card>
    </PageContent>
  )
}
