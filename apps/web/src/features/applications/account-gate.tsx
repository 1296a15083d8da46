import { CreateAccountType } from '@dolphin/domain/identity/codes'
import { email as emailRule } from '@dolphin/domain/form/rules/account'
import { required } from '@dolphin/domain/form/rules/presence'
import { Button, buttonClass, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Field } from '@dolphin/ui/field/field'
import { Icon } from '@dolphin/ui/icon/icon'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { saidOf } from '../../messages/in-page-language.ts'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { rememberReturn } from '../../app/return-path.ts'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { moneyText } from '../../app/wire-text.ts'
import type { ApplicationView } from './application-view.ts'
import { applicationText } from './messages.ts'

/** Between the answers and the plan: an account is created (type 1) or signed in to; everything so far is kept. */
export default function AccountGate({ view }: { view: ApplicationView }) {
  const { applicationNo } = view
  const { data, error } = useQuery(reads('getPersonal', { query: { applicationNo } }))
  const offer = useQuery(reads('calculateQualifiedAmount', { body: { applicationNo } }))
  usePageTitle(applicationText('accountTitle'))
  if (view.attached) return <AccountInUse />
  if ((!data && !error) || offer.isLoading) return <Waiting />
  const known = data?.values['email']
  return (
    <SendLink
      view={view}
      known={typeof known === 'string' ? known : ''}
      maximum={offer.data?.maximum ?? undefined}
    />
  )
}

interface SendLinkProps {
  view: ApplicationView
  /** The address given with the answers. */
  known: string
  /** The most on offer, where it is known. */
  maximum: string | undefined
}

function SendLink({ view, known, maximum }: SendLinkProps) {
  const { portfolioId } = bootData().portfolio
  const [sentTo, setSentTo] = useState<string>()
  const label = applicationText('accountEmail')
  const form = useSimpleForm({
    initial: { email: known },
    validate: ({ email }) => ({ email: emailError(label, email.trim()) }),
  })
  const { busy, start } = useAct(async (email: string) => {
    const { resource } = view
    const result = await call('sendCreateAccountEmail', {
      body: {
        portfolioId,
        email,
        createAccountType: CreateAccountType.guidance,
        ...(resource === null ? {} : { resource }),
      },
    })
    if (!result.ok) return showFailure(result.failure)
    setSentTo(email)
  })
  if (sentTo !== undefined) return <LinkSent email={sentTo} busy={busy} onAgain={() => void start(sentTo)} />
  return (
    <Card tone="accent">
      <StepHeading lead={applicationText('accountLead')}>
        {maximum === undefined
          ? applicationText('accountTitle')
          : applicationText('accountOffer', { maximum: moneyText(maximum) })}
      </StepHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit(({ email }) => void start(email.trim()))
        }}
      >
        <FormErrors form={form} />
        <Field id="email" label={label} error={form.error('email')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              value={form.values.email}
              onChange={(event) => form.set('email', event.currentTarget.value)}
              onBlur={() => form.blur('email')}
            />
          )}
        </Field>
        <ButtonRow>
          <Button type="submit" busy={busy}>
            {applicationText('accountSend')}
          </Button>
        </ButtonRow>
      </form>
      <p>
        <SignInLink text={applicationText('accountHave')} />
      </p>
    </Card>
  )
}

function LinkSent({ email, busy, onAgain }: { email: string; busy: boolean; onAgain: () => void }) {
  return (
    <Card tone="accent">
      <Icon name="mail" size={40} />
      <StepHeading lead={applicationText('accountSentLead', { email })}>
        {applicationText('accountSent')}
      </StepHeading>
      <Button variant="secondary" busy={busy} onClick={onAgain}>
        {applicationText('accountAgain')}
      </Button>
    </Card>
  )
}

function AccountInUse() {
  return (
    <Card tone="accent">
      <StepHeading lead={applicationText('accountInUse')}>{applicationText('signIn')}</StepHeading>
      <SignInLink text={applicationText('signIn')} strong />
    </Card>
  )
}

/** Signing in leads back to this very step. */
function SignInLink({ text, strong = false }: { text: string; strong?: boolean }) {
  const [, navigate] = useLocation()
  const go = () => {
    rememberReturn()
    navigate('/sign-in')
  }
  return (
    <button type="button" className={buttonClass(strong ? 'forward' : 'quiet')} onClick={go}>
      {text}
    </button>
  )
}

function emailError(label: string, value: string): string | undefined {
  const context = { argument: null, today: portfolioToday() }
  return saidOf([required, emailRule].find((rule) => !rule.check(value, context))?.message(label, null))
}
