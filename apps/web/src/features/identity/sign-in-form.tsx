import { AccountStatus } from '@dolphin/domain/identity/codes'
import { Button, ButtonRow, buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useState } from 'react'
import { Link } from 'wouter'
import { type CallFailure, type CallValue, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { bootData } from '../../app/boot.ts'
import { failureText } from '../../app/failure-text.ts'
import { appText } from '../../app/messages.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { EmailField } from './email-field.tsx'
import { useEnter } from './enter.ts'
import { emailError, requiredError } from './field-rules.ts'
import { identityText } from './messages.ts'
import { PasswordField } from './password-field.tsx'

/** product.md §8: the account's information is invalid. */
const WRONG_ACCOUNT = -79_050_002

export type CodeRequest = Extract<CallValue<'signIn'>, { needsCode: true }> & {
  readonly rememberDevice: boolean
}

interface SignInFormProps {
  onCodeNeeded: (request: CodeRequest) => void
  /** The account may not be signed in to. */
  onStop: (status: AccountStatus) => void
}

/** Account, password, remember this device; links to create and to reset. */
export function SignInForm({ onCodeNeeded, onStop }: SignInFormProps) {
  const { portfolio } = bootData()
  const enter = useEnter()
  const [rememberDevice, setRememberDevice] = useState(false)
  const form = useSimpleForm({
    initial: { account: '', password: '' },
    validate: ({ account, password }) => ({
      account: emailError(identityText('account'), account),
      password: requiredError(identityText('password'), password),
    }),
  })
  usePageTitle(identityText('signInTitle'), form.summary.length > 0)
  const { busy, start } = useAct(async ({ account, password }: { account: string; password: string }) => {
    const body = {
      portfolioId: portfolio.portfolioId,
      account: account.trim(),
      password,
      device: { remember: rememberDevice },
    }
    const result = await call('signIn', { body })
    const held = result.ok ? undefined : heldStatus(result.failure)
    if (held !== undefined) return onStop(held)
    if (!result.ok) {
      if (!isWrongAccount(result.failure)) return showFailure(result.failure)
      return form.refuse({ password: failureText(result.failure) })
    }
    if (result.value.needsCode) return onCodeNeeded({ ...result.value, rememberDevice })
    await enter(result.value)
  })
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={identityText('signInLead', { brand: portfolio.brandName })}>
          {identityText('signInTitle')}
        </PageHeading>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit((values) => void start(values))
          }}
        >
          <ErrorSummary title={identityText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
          <EmailField {...form.field('account')} label={identityText('account')} autoComplete="username" />
          <PasswordField
            {...form.field('password')}
            label={identityText('password')}
            autoComplete="current-password"
          />
          <p>
            <Link href="/send-reset-link">{identityText('forgot')}</Link>
          </p>
          <Checkbox
            name="rememberDevice"
            label={identityText('rememberDevice')}
            hint={identityText('rememberDeviceHint')}
            checked={rememberDevice}
            onChange={setRememberDevice}
          />
          <ButtonRow>
            <Button type="submit" busy={busy}>
              {busy ? appText('loading') : identityText('signIn')}
            </Button>
          </ButtonRow>
        </form>
      </Card>
      <NewHere brand={portfolio.brandName} />
    </PageContent>
  )
}

function NewHere({ brand }: { brand: string }) {
  return (
    <Card tone="quiet">
      <h2>{identityText('newHere', { brand })}</h2>
      <p>{identityText('newHereLead')}</p>
      <p>
        <Link href="/send-set-link" className={buttonClass('secondary')}>
          {identityText('createAccount')}
        </Link>
      </p>
      <p>
        <Link href="/guidance">{identityText('seeGuidance')}</Link>
      </p>
    </Card>
  )
}

/** Neither the address nor the password is known to be wrong: it is said where the reader types next. */
const isWrongAccount = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && failure.code === WRONG_ACCOUNT

/** An account's state is answered only after a right password (domain.md §12), and then has its own page. */
export function heldStatus(failure: CallFailure): AccountStatus | undefined {
  const status = failure.kind === 'refused' ? failure.data.accountStatus : undefined
  return status === AccountStatus.inactive || status === AccountStatus.frozen ? status : undefined
}
