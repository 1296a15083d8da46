import type { ContactType } from '@dolphin/domain/identity/codes'
import { useAct } from '@dolphin/ui/act/use-act'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { type CallValue, call } from '../../api-client/call.ts'
import { fieldFailureText } from '../../app/failure-text.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { CodeField } from './code-field.tsx'
import { codeError } from './field-rules.ts'
import { securityText } from './security-messages.ts'

export type SentCode = CallValue<'sendContactCode'>

interface VerifyFormProps {
  contactType: ContactType
  sent: SentCode
  onDone: () => void
  onCancel: () => void
}

/** Six digits that prove a contact. */
export function VerifyForm({ contactType, sent, onDone, onCancel }: VerifyFormProps) {
  const form = useSimpleForm({
    initial: { contactCode: '' },
    validate: ({ contactCode }) => ({ contactCode: codeError(securityText('code'), contactCode) }),
  })
  const { busy, start } = useAct(async (typed: string) => {
    const body = { contactType, code: typed.replace(/\D/g, '') }
    const result = await call('verifyContact', { body })
    if (result.ok) return onDone()
    form.refuse({ contactCode: fieldFailureText(result.failure) })
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(({ contactCode }) => void start(contactCode))
      }}
    >
      <FormErrors form={form} />
      <p role="status">{securityText('codeSent', { address: sent.maskedAddress })}</p>
      <CodeField {...form.field('contactCode')} label={securityText('code')} />
      <ButtonRow>
        <Button variant="secondary" onClick={onCancel}>
          {securityText('cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {securityText('check')}
        </Button>
      </ButtonRow>
    </form>
  )
}
