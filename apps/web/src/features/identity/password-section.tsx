import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showPopup } from '../../app/announcements.tsx'
import { fieldFailures } from '../../app/failure-text.ts'
import { showFailure } from '../../app/show-failure.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { newPasswordError, requiredError } from './field-rules.ts'
import { identityText } from './messages.ts'
import { PasswordChecklist } from './password-checklist.tsx'
import { PasswordField } from './password-field.tsx'
import { securityText } from './security-messages.ts'
import { UsernameField } from './username-field.tsx'

interface Passwords extends Record<string, string> {
  currentPassword: string
  newPassword: string
}

/** A new password for someone who is signed in; other devices are signed out. */
export function PasswordSection({ account }: { account: string | undefined }) {
  const [, navigate] = useLocation()
  const form = useSimpleForm<Passwords>({
    initial: { currentPassword: '', newPassword: '' },
    validate: ({ currentPassword, newPassword }) => ({
      currentPassword: requiredError(securityText('currentPassword'), currentPassword),
      newPassword: newPasswordError(newPassword),
    }),
  })
  const { busy, start } = useAct(async (body: Passwords) => {
    const result = await call('changePassword', { body })
    if (!result.ok) {
      const wrong = fieldFailures(result.failure, body)
      return wrong === undefined ? showFailure(result.failure) : form.refuse(wrong)
    }
    await showPopup('successful', securityText('passwordDone'))
    navigate('/home')
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit((values) => void start(values))
      }}
    >
      <h2>{securityText('passwordTitle')}</h2>
      <p>{securityText('passwordLead')}</p>
      <FormErrors form={form} />
      <UsernameField account={account} />
      <PasswordField
        {...form.field('currentPassword')}
        label={securityText('currentPassword')}
        autoComplete="current-password"
      />
      <PasswordField
        {...form.field('newPassword')}
        label={identityText('newPassword')}
        autoComplete="new-password"
      />
      <PasswordChecklist password={form.values.newPassword} />
      <ButtonRow>
        <BackButton onClick={() => navigate('/home')}>{securityText('back')}</BackButton>
        <Button type="submit" busy={busy}>
          {securityText('save')}
        </Button>
      </ButtonRow>
    </form>
  )
}
