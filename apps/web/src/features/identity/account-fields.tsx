import { ActionBar } from '@dolphin/ui/action-bar/action-bar'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { openRecordsProof } from '../../api-client/document-file.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showFailure } from '../../app/show-failure.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { ConsentChoices, choicesOf, openConsents, type Ticked } from '../../form-engine/consent-choices.tsx'
import {
  proofCodeError,
  proofRefusal,
  RecordsProof,
  typedProofCode,
} from '../../form-engine/records-proof.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { useEnter } from './enter.ts'
import { newPasswordError } from './field-rules.ts'
import type { LinkInfo } from './link-gate.tsx'
import { identityText } from './messages.ts'
import { PasswordChecklist } from './password-checklist.tsx'
import { PasswordField } from './password-field.tsx'
import { UsernameField } from './username-field.tsx'

interface AccountFieldsProps {
  resource: string
  link: LinkInfo
}

interface Account extends Record<string, string> {
  password: string
  proofCode: string
}

const EMPTY: Account = { password: '', proofCode: '' }

const validate = ({ password, proofCode }: Account) => ({
  password: newPasswordError(password),
  proofCode: proofCodeError(proofCode),
})

/** Password with its checklist, consents; then the account is open and signed in. The application asks who it is for. */
export default function AccountFields({ resource, link }: AccountFieldsProps) {
  const { consents } = link
  const form = useSimpleForm({ initial: EMPTY, validate })
  const [ticked, setTicked] = useState<Ticked>(new Set())
  const open = form.attempt > 0 ? openConsents(consents, ticked) : []
  const errors = [...form.summary, ...open]
  usePageTitle(identityText('createTitle'), errors.length > 0)
  const create = useCreateAccount(resource, (message) => form.refuse({ proofCode: message }))
  const submit = (account: Account) => {
    if (openConsents(consents, ticked).length === 0) void create.start(account, choicesOf(consents, ticked))
  }
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={identityText('createLead', { email: link.maskedEmail ?? '' })}>
          {identityText('createTitle')}
        </PageHeading>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit(submit)
          }}
        >
          <ErrorSummary title={identityText('summaryTitle')} errors={errors} attempt={form.attempt} />
          <UsernameField />
          <PasswordField
            {...form.field('password')}
            label={identityText('newPassword')}
            autoComplete="new-password"
          />
          <PasswordChecklist password={form.values.password} />
          <RecordsProof
            openFile={() => openRecordsProof(resource, identityText('createTitle'))}
            code={form.values.proofCode}
            error={form.error('proofCode')}
            onChange={(code) => form.set('proofCode', code)}
          />
          <ConsentChoices
            consents={consents}
            ticked={ticked}
            onChange={setTicked}
            error={(kind) => open.find((consent) => consent.kind === kind)?.message}
            foldOptional
          />
          <ActionBar>
            <Button type="submit" busy={create.busy}>
              {identityText('create')}
            </Button>
          </ActionBar>
        </form>
      </Card>
    </PageContent>
  )
}

function useCreateAccount(resource: string, refuseProof: (message: string) => void) {
  const enter = useEnter()
  const [, navigate] = useLocation()
  return useAct(async (account: Account, consents: ReturnType<typeof choicesOf>) => {
    const proofCode = typedProofCode(account.proofCode)
    const body = { resource, password: account.password, consents, proofCode }
    const result = await call('createAccount', { body })
    if (!result.ok) {
      const wrong = proofRefusal(result.failure)
      return wrong === undefined ? showFailure(result.failure) : refuseProof(wrong)
    }
    const { session, next } = result.value
    if (session) await enter(session, next)
    else navigate(next, { replace: true })
  })
}
