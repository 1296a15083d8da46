import { formatPhone } from '@dolphin/domain/format/phone'
import { ContactType } from '@dolphin/domain/identity/codes'
import { Button } from '@dolphin/ui/button/button'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useEffect, useRef, useState } from 'react'
import { type CallValue, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showSnackbar } from '../../app/announcements.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { securityText } from './security-messages.ts'
import { type SentCode, VerifyForm } from './verify-form.tsx'

type Contact = CallValue<'getPersonalInfo'>['contacts'][number]

const NAMES = {
  [ContactType.homePhone]: 'homePhone',
  [ContactType.cellPhone]: 'cellPhone',
  [ContactType.email]: 'email',
  [ContactType.alternativePhone]: 'alternativePhone',
  [ContactType.alternativeEmail]: 'alternativeEmail',
} as const

const isMail = ({ contactType }: Contact): boolean =>
  contactType === ContactType.email || contactType === ContactType.alternativeEmail

interface ContactsSectionProps {
  contacts: readonly Contact[]
}

/** The part of the address that leads to them. */
const PLACE = 'contacts'

/** The customer's contacts, each with whether it is proved and the way to prove it. */
export function ContactsSection({ contacts: given }: ContactsSectionProps) {
  const [contacts, setContacts] = useState(given)
  const [open, setOpen] = useState<{ contact: Contact; sent: SentCode }>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (location.hash === `#${PLACE}`) heading.current?.focus()
  }, [])
  const { busy, start } = useAct(async (contact: Contact) => {
    const result = await call('sendContactCode', { body: { contactType: contact.contactType } })
    if (!result.ok) return showFailure(result.failure)
    setOpen({ contact, sent: result.value })
  })
  const done = ({ contactType }: Contact) => {
    setContacts((all) =>
      all.map((one) => (one.contactType === contactType ? { ...one, verified: true } : one)),
    )
    setOpen(undefined)
    showSnackbar(securityText('contactDone'), 'success')
  }
  const rows = contacts.map((contact) => ({
    label: securityText(NAMES[contact.contactType]),
    value: <ContactValue contact={contact} />,
    ...(contact.verified
      ? {}
      : { action: <VerifyButton contact={contact} busy={busy} onPress={() => void start(contact)} /> }),
  }))
  return (
    <section aria-labelledby={PLACE}>
      <h2 id={PLACE} ref={heading} tabIndex={-1}>
        {securityText('contactsTitle')}
      </h2>
      <p>{securityText('contactsLead')}</p>
      <SummaryList rows={rows} />
      {contacts.some((contact) => !contact.verified && !isMail(contact)) && (
        <p>{securityText('smsConsent')}</p>
      )}
      {open && (
        <VerifyForm
          key={open.sent.expiresAt}
          contactType={open.contact.contactType}
          sent={open.sent}
          onDone={() => done(open.contact)}
          onCancel={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

function ContactValue({ contact }: { contact: Contact }) {
  return (
    <>
      {isMail(contact) ? contact.value : formatPhone(contact.value)}
      <br />
      {securityText(contact.verified ? 'verified' : 'notVerified')}
    </>
  )
}

function VerifyButton({ contact, busy, onPress }: { contact: Contact; busy: boolean; onPress: () => void }) {
  const name = securityText(NAMES[contact.contactType])
  return (
    <Button
      variant="quiet"
      busy={busy}
      aria-label={securityText('verifyContact', { contact: name })}
      onClick={onPress}
    >
      {securityText('verify')}
    </Button>
  )
}
