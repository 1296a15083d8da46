import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '../../api-client/use-call.ts'
import { showPopup } from '../../app/announcements.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { newPasswordError, requiredError } from './field-rules.ts'
import { identityText } from './messages.ts'
import { PasswordChecklist } from './password-checklist.tsx'
import { PasswordField } from './password-field.tsx'

interface Passwords extends Record<string, string> {
  currentPassword: string
  newPassword: string
}

/** A new password for someone who is signed in; other devices are signed out. */
export default function ChangePasswordPage() {
  const [, navigate] = useLocation()
  const form = useSimpleForm<Passwords>({
    initial: { currentPassword: '', newPassword: '' },
    validate: ({ currentPassword, newPassword }) => ({
      currentPassword: requiredError(identityText('currentPassword'), currentPassword),
      newPassword: newPasswordError(newPassword),
    }),
  })
  usePageTitle(identityText('changeTitle'), form.summary.length > 0)
  const { busy, start } = useAct(async (body: Passwords) => {
    const result = await call('changePassword', { body })
    if (!result.ok) return showFailure(result.failure)
    await showPopup('successful', identityText('changeDone'))
    navigate('/home')
  })
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={identityText('changeLead')}>{identityText('changeTitle')}</PageHeading>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit((values) => void start(values))
          }}
        >
          <ErrorSummary title={identityText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
          <PasswordField
            id="currentPassword"
            label={identityText('currentPassword')}
            autoComplete="current-password"
            value={form.values.currentPassword}
            error={form.error('currentPassword')}
            onChange={(value) => form.set('currentPassword', value)}
            onBlur={() => form.blur('currentPassword')}
          />
          <PasswordField
            id="newPassword"
            label={identityText('newPassword')}
            autoComplete="new-password"
            value={form.values.newPassword}
            error={form.error('newPassword')}
            onChange={(value) => form.set('newPassword', value)}
            onBlur={() => form.blur('newPassword')}
          />
          <PasswordChecklist password={form.values.newPassword} />
          <ButtonRow>
            <BackButton onClick={() => navigate('/home')}>{identityText('back')}</BackButton>
            <Button type="submit" busy={busy}>
              {identityText('savePassword')}
            </Button>
          </ButtonRow>
        </form>
      </Card>
    </PageContent>
  )
}
