import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field } from '@dolphin/ui/field/field'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showSnackbar } from '../../app/announcements.tsx'
import { failureText } from '../../app/failure-text.ts'
import { showFailure } from '../../app/show-failure.ts'
import { useHeadingFocus } from '../../app/heading-focus.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { useEnter } from './enter.ts'
import { codeError } from './field-rules.ts'
import { identityText } from './messages.ts'
import { ResendButton } from './resend-button.tsx'
import { type CodeRequest, heldStatus } from './sign-in-form.tsx'
import type { Stop } from './sign-in-stopped.tsx'

/** HTTP status of "too many wrong codes". */
const LOCKED = 423

interface CodeStepProps {
  request: CodeRequest
  onBack: () => void
  /** No code is taken any more. */
  onStop: (why: Stop) => void
}

/** The second step on a device that is not known yet. */
export function CodeStep({ request, onBack, onStop }: CodeStepProps) {
  const enter = useEnter()
  const byApp = request.codeBy === 'authenticator'
  useHeadingFocus()
  const form = useSimpleForm({
    initial: { code: '' },
    validate: ({ code }) => ({ code: codeError(identityText('code'), code) }),
  })
  usePageTitle(identityText('codeTitle'), form.summary.length > 0)
  const { busy, start } = useAct(async ({ code }: { code: string }) => {
    const { sessionId, rememberDevice } = request
    const body = { sessionId, code: plainCode(request, code), rememberDevice }
    const result = await call('verifyLoginCode', { body })
    if (result.ok) return enter(result.value)
    const held = heldStatus(result.failure)
    if (held !== undefined) return onStop(held)
    if (result.failure.kind === 'refused' && result.failure.status === LOCKED) return onStop('locked')
    form.refuse({ code: failureText(result.failure) })
  })
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={whereFrom(request)}>{identityText('codeTitle')}</PageHeading>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit((values) => void start(values))
          }}
        >
          <ErrorSummary title={identityText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
          <Field
            id="code"
            label={identityText('code')}
            hint={byApp ? identityText('recoveryHint') : undefined}
            error={form.error('code')}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                name="code"
                width="short"
                inputMode={byApp ? 'text' : 'numeric'}
                autoComplete="one-time-code"
                value={form.values.code}
                onChange={(event) => form.set('code', event.currentTarget.value)}
                onBlur={() => form.blur('code')}
              />
            )}
          </Field>
          {!byApp && <ResendCode request={request} />}
          <ButtonRow>
            <BackButton onClick={onBack}>{identityText('back')}</BackButton>
            <Button type="submit" busy={busy}>
              {identityText('continue')}
            </Button>
          </ButtonRow>
        </form>
      </Card>
    </PageContent>
  )
}

function ResendCode({ request }: { request: CodeRequest }) {
  const resend = async () => {
    const result = await call('resendVerificationCode', { body: { sessionId: request.sessionId } })
    if (!result.ok) {
      await showFailure(result.failure)
      return undefined
    }
    showSnackbar(identityText('codeResent'), 'success')
    return result.value.resendAfterSeconds
  }
  return (
    <ResendButton
      label={identityText('resendCode')}
      waitSeconds={request.resendAfterSeconds}
      onResend={resend}
    />
  )
}

/** A recovery code has letters and a dash; a code that was sent is digits, however they are grouped. */
function plainCode({ codeBy }: CodeRequest, typed: string): string {
  return codeBy === 'authenticator' ? typed.replace(/\s/g, '') : typed.replace(/\D/g, '')
}

function whereFrom({ codeBy, maskedAddress }: CodeRequest): string {
  const address = maskedAddress ?? ''
  if (codeBy === 'authenticator') return identityText('codeFromApp')
  return identityText(codeBy === 'sms' ? 'codeSentSms' : 'codeSentMail', { address })
}
