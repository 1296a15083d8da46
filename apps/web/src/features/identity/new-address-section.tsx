import { ContactType } from '@dolphin/domain/identity/codes'
import { useAct } from '@dolphin/ui/act/use-act'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { call } from '../../api-client/call.ts'
import { showSnackbar } from '../../app/announcements.tsx'
import { fieldFailureText } from '../../app/failure-text.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { EmailField } from './email-field.tsx'
import { emailError } from './field-rules.ts'
import { securityText } from './security-messages.ts'
import { type SentCode, VerifyForm } from './verify-form.tsx'

/** Asks for another email address, because nothing arrives at the one on file. */
export function NewAddressSection({ onDone }: { onDone: () => void }) {
  const [sent, setSent] = useState<SentCode>()
  const done = () => {
    showSnackbar(securityText('newAddressDone'), 'success')
    onDone()
  }
  return (
    <section aria-labelledby="new-address">
      <h2 id="new-address">{securityText('newAddressTitle')}</h2>
      <Banner tone="warning">
        <p>{securityText('newAddressLead')}</p>
      </Banner>
      {sent === undefined ? (
        <AddressForm onSent={setSent} />
      ) : (
        <VerifyForm
          key={sent.expiresAt}
          contactType={ContactType.alternativeEmail}
          sent={sent}
          onDone={done}
          onCancel={() => setSent(undefined)}
        />
      )}
    </section>
  )
}

function AddressForm({ onSent }: { onSent: (sent: SentCode) => void }) {
  const form = useSimpleForm({
    initial: { newAddress: '' },
    validate: ({ newAddress }) => ({ newAddress: emailError(securityText('newAddress'), newAddress) }),
  })
  const { busy, start } = useAct(async (email: string) => {
    const result = await call('giveEmail', { body: { email } })
    if (result.ok) return onSent(result.value)
    form.refuse({ newAddress: fieldFailureText(result.failure) })
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(({ newAddress }) => void start(newAddress.trim()))
      }}
    >
      <FormErrors form={form} />
      <EmailField {...form.field('newAddress')} label={securityText('newAddress')} />
      <Button type="submit" busy={busy}>
        {securityText('newAddressSend')}
      </Button>
    </form>
  )
}
