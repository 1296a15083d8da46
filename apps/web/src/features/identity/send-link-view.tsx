import { ActionBar, BackArrow } from '@dolphin/ui/action-bar/action-bar'
import { Button, buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { StatePicture } from '@dolphin/ui/state-picture/state-picture'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { CallResult } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showSnackbar } from '../../app/announcements.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { useHeadingFocus } from '../../app/heading-focus.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import styles from './send-link-view.module.css'
import { EmailField } from './email-field.tsx'
import { emailError } from './field-rules.ts'
import { identityText } from './messages.ts'
import { ResendButton } from './resend-button.tsx'

interface SendLinkViewProps {
  title: string
  lead: string
  hint?: string
  /** The way back; to the sign-in without it. */
  onBack?: () => void
  /** Another way on, beside the sign-in. */
  other?: { readonly label: string; readonly go: () => void }
  send: (email: string) => Promise<CallResult<{ resendAfterSeconds: number }>>
}

/** Asks for an email and sends a link; the answer is the same whether the address is known or not. */
export function SendLinkView({ title, lead, hint, onBack, other, send }: SendLinkViewProps) {
  const [sent, setSent] = useState<{ email: string; waitSeconds: number }>()
  const [, navigate] = useLocation()
  const form = useSimpleForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: emailError(identityText('account'), email) }),
  })
  usePageTitle(sent ? identityText('checkMailTitle') : title, form.summary.length > 0)
  const { busy, start } = useAct(async ({ email }: { email: string }) => {
    const result = await send(email.trim())
    if (!result.ok) return showFailure(result.failure)
    setSent({ email: email.trim(), waitSeconds: result.value.resendAfterSeconds })
  })
  if (sent) return <CheckMail {...sent} send={send} />
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={lead}>{title}</PageHeading>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit((values) => void start(values))
          }}
        >
          <ErrorSummary title={identityText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
          <EmailField
            {...form.field('email')}
            label={identityText('account')}
            {...(hint === undefined ? {} : { hint })}
          />
          {other && (
            <p className={styles.ways}>
              <Link href="/sign-in" className={buttonClass('quiet')}>
                {identityText('haveAccount')}
              </Link>
              <Button variant="quiet" onClick={other.go}>
                {other.label}
              </Button>
            </p>
          )}
          <ActionBar>
            <BackArrow label={identityText('back')} onClick={onBack ?? (() => navigate('/sign-in'))} />
            <Button type="submit" busy={busy}>
              {identityText('sendLink')}
            </Button>
          </ActionBar>
        </form>
      </Card>
    </PageContent>
  )
}

interface CheckMailProps extends Pick<SendLinkViewProps, 'send'> {
  email: string
  waitSeconds: number
}

function CheckMail({ email, waitSeconds, send }: CheckMailProps) {
  useHeadingFocus()
  const resend = async () => {
    const result = await send(email)
    if (!result.ok) {
      await showFailure(result.failure)
      return undefined
    }
    showSnackbar(identityText('linkResent'), 'success')
    return result.value.resendAfterSeconds
  }
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <StatePicture icon="mail" />
        <PageHeading lead={identityText('checkMail', { email })}>
          {identityText('checkMailTitle')}
        </PageHeading>
        <ResendButton label={identityText('resendLink')} waitSeconds={waitSeconds} onResend={resend} />
      </Card>
    </PageContent>
  )
}
