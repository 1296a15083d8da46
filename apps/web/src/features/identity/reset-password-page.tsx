import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showPopup } from '../../app/announcements.tsx'
import { fieldFailures } from '../../app/failure-text.ts'
import { showFailure } from '../../app/show-failure.ts'
import { usePageTitle } from '../../app/page-title.ts'
import type { PageProps } from '../../app/routes.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { newPasswordError } from './field-rules.ts'
import { LinkGate, type LinkInfo } from './link-gate.tsx'
import { identityText } from './messages.ts'
import { PasswordChecklist } from './password-checklist.tsx'
import { PasswordField } from './password-field.tsx'
import { UsernameField } from './username-field.tsx'

/** The page behind a mailed reset link. */
export default function ResetPasswordPage({ params }: PageProps) {
  const resource = params['resource'] ?? ''
  return (
    <LinkGate resource={resource} newLinkPath="/send-reset-link">
      {(link) => <ResetPasswordForm resource={resource} link={link} />}
    </LinkGate>
  )
}

function ResetPasswordForm({ resource, link }: { resource: string; link: LinkInfo }) {
  const [, navigate] = useLocation()
  const form = useSimpleForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: newPasswordError(password) }),
  })
  usePageTitle(identityText('resetTitle'), form.summary.length > 0)
  const { busy, start } = useAct(async ({ password }: { password: string }) => {
    const result = await call('resetPassword', { body: { resource, password } })
    if (!result.ok) {
      const wrong = fieldFailures(result.failure, { password })
      return wrong === undefined ? showFailure(result.failure) : form.refuse(wrong)
    }
    await showPopup('successful', identityText('resetDone'))
    navigate('/sign-in', { replace: true })
  })
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={identityText('resetLead', { email: link.maskedEmail ?? '' })}>
          {identityText('resetTitle')}
        </PageHeading>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit((values) => void start(values))
          }}
        >
          <ErrorSummary title={identityText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
          <UsernameField />
          <PasswordField
            {...form.field('password')}
            label={identityText('newPassword')}
            autoComplete="new-password"
          />
          <PasswordChecklist password={form.values.password} />
          <ButtonRow>
            <Button type="submit" busy={busy}>
              {identityText('savePassword')}
            </Button>
          </ButtonRow>
        </form>
      </Card>
    </PageContent>
  )
}
