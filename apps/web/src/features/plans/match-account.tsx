import { BankAccountType, SectionKey } from '@dolphin/domain/applications/codes'
import { bankAccountNo, bankRoutingNo, matchTailNo } from '@dolphin/domain/form/rules/money'
import { required } from '@dolphin/domain/form/rules/presence'
import type { Rule } from '@dolphin/domain/form/rules/rule'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field, FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { useState } from 'react'
import { saidOf } from '../../messages/in-page-language.ts'
import { type CallValue, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { failureText } from '../../app/failure-text.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import type { ScreenProps } from '../applications/application-view.ts'
import { planText } from './messages.ts'

type Offer = CallValue<'calculateQualifiedAmount'>

interface MatchAccountProps extends ScreenProps {
  offer: Offer
  onMatched: () => void
}

/** Result 2: an offer stands, but plan and signing wait until the linked account is the typed one (domain.md §6). */
export function MatchAccount({ view, offer, onMatched, goTo }: MatchAccountProps) {
  const accounts = offer.accountsToMatch
  const [accountId, setAccountId] = useState(accounts[0]?.accountId ?? '')
  const account = accounts.find((each) => each.accountId === accountId)
  const form = useSimpleForm({
    initial: { routingNumber: '', accountNumber: '' },
    validate: ({ routingNumber, accountNumber }) => ({
      routingNumber: firstMessage(
        planText('routingNumber'),
        routingNumber,
        bankRoutingNo,
        account?.routingTail,
      ),
      accountNumber: firstMessage(
        planText('accountNumber'),
        accountNumber,
        bankAccountNo,
        account?.accountTail,
      ),
    }),
  })
  usePageTitle(planText('matchTitle'), form.summary.length > 0)
  const { busy, start } = useAct(async (typed: { routingNumber: string; accountNumber: string }) => {
    const match = { accountId, ...typed }
    const body = { applicationNo: view.applicationNo, match }
    const result = await call('calculateQualifiedAmount', { body })
    if (result.ok) return onMatched()
    form.refuse({ accountNumber: failureText(result.failure) })
  })
  return (
    <Card>
      <StepHeading lead={planText('matchLead')}>{planText('matchTitle')}</StepHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit((typed) => void start(typed))
        }}
      >
        <ErrorSummary title={planText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
        <FieldGroup label={planText('matchAccount')}>
          <RadioGroup
            name="account"
            value={accountId}
            onChange={setAccountId}
            options={accounts.map((each) => ({ value: each.accountId, label: accountText(each) }))}
          />
        </FieldGroup>
        {(['routingNumber', 'accountNumber'] as const).map((name) => (
          <Field
            key={name}
            id={name}
            label={planText(name)}
            hint={planText('endsWith', {
              tail: (name === 'routingNumber' ? account?.routingTail : account?.accountTail) ?? '',
            })}
            error={form.error(name)}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                width="medium"
                inputMode="numeric"
                autoComplete="off"
                value={form.values[name]}
                onChange={(event) => form.set(name, event.currentTarget.value.replace(/\D/g, ''))}
                onBlur={() => form.blur(name)}
              />
            )}
          </Field>
        ))}
        <ButtonRow>
          <Button variant="secondary" onClick={() => goTo(SectionKey.bank)}>
            {planText('matchOther')}
          </Button>
          <Button type="submit" busy={busy}>
            {planText('matchConfirm')}
          </Button>
        </ButtonRow>
      </form>
    </Card>
  )
}

const TYPES = {
  [BankAccountType.checking]: 'typeChecking',
  [BankAccountType.savings]: 'typeSavings',
  [BankAccountType.moneyMarket]: 'typeMoneyMarket',
} as const satisfies Record<BankAccountType, string>

function accountText({ institution, accountType, accountTail }: Offer['accountsToMatch'][number]): string {
  return planText('matchOption', { institution, type: planText(TYPES[accountType]), tail: accountTail })
}

/** Required, well formed, and ending as the linked account does: the words of product.md §5. */
function firstMessage(
  label: string,
  value: string,
  format: Rule,
  tail: string | undefined,
): string | undefined {
  const context = { argument: tail ?? null, today: portfolioToday() }
  const rules = tail === undefined ? [required, format] : [required, format, matchTailNo]
  return saidOf(rules.find((rule) => !rule.check(value, context))?.message(label, tail ?? null))
}
