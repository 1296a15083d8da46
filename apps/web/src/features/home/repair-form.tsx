import { BankAccountType } from '@dolphin/domain/applications/codes'
import { abaRouting, bankAccountNo, bankRoutingNo, consumerRouting } from '@dolphin/domain/form/rules/money'
import { max } from '@dolphin/domain/form/rules/text'
import { required } from '@dolphin/domain/form/rules/presence'
import type { Rule } from '@dolphin/domain/form/rules/rule'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Field, FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { saidOf } from '../../messages/in-page-language.ts'
import { type CallInput, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { queryClient, reads } from '../../api-client/with-queries.tsx'
import { accountText } from '../../app/wire-text.ts'
import { showPopup } from '../../app/announcements.tsx'
import { fieldFailureText } from '../../app/failure-text.ts'
import { showFailure } from '../../app/show-failure.ts'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import type { HomeLoan } from './home-page.tsx'
import { repairText } from './repair-messages.ts'

interface RepairFormProps {
  loanNo: string
  /** The account from which money came back. */
  account: HomeLoan['account']
  onRepaired: () => void
}

type AccountType = CallInput<'repairBank'>['body']['accountType']

const LONGEST_ACCOUNT = 17
const INVALID = 422

/** Another account in place of the one that money came back from, judged as in the bank section. */
export default function RepairForm({ loanNo, account, onRepaired }: RepairFormProps) {
  const form = useSimpleForm({
    initial: { routingNumber: '', accountNumber: '', accountType: '' },
    validate: ({ routingNumber, accountNumber, accountType }) => ({
      routingNumber: firstMessage('routingNumber', routingNumber, [
        required,
        bankRoutingNo,
        abaRouting,
        consumerRouting,
      ]),
      accountNumber: firstMessage('accountNumber', accountNumber, [required, bankAccountNo, max]),
      accountType: firstMessage('accountType', accountType, [required]),
    }),
  })
  const { busy, start } = useAct(async (typed: typeof form.values) => {
    const { routingNumber, accountNumber } = typed
    // The choices are those of the account types
    const accountType = Number(typed.accountType) as AccountType
    const result = await call('repairBank', { body: { loanNo, routingNumber, accountNumber, accountType } })
    if (result.ok) {
      await showPopup(
        'successful',
        repairText('done', { account: accountText(result.value.account.accountMasked) }),
      )
      await queryClient.invalidateQueries()
      return onRepaired()
    }
    if (result.failure.kind === 'refused' && result.failure.status === INVALID)
      return form.refuse({ accountNumber: fieldFailureText(result.failure) })
    await showFailure(result.failure)
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit((typed) => void start(typed))
      }}
    >
      <FormErrors form={form} />
      {account !== null && (
        <p>{repairText('formerAccount', { account: accountText(account.accountMasked) })}</p>
      )}
      <Digits
        form={form}
        name="routingNumber"
        hint={<BankName routingNumber={form.values.routingNumber} />}
      />
      <Digits form={form} name="accountNumber" hint={repairText('accountNumberHint')} />
      <FieldGroup id="accountType" label={repairText('accountType')} error={form.error('accountType')}>
        <RadioGroup
          name="accountType"
          value={form.values.accountType}
          onChange={(accountType) => form.set('accountType', accountType)}
          options={[
            { value: String(BankAccountType.checking), label: repairText('checking') },
            { value: String(BankAccountType.savings), label: repairText('savings') },
            { value: String(BankAccountType.moneyMarket), label: repairText('moneyMarket') },
          ]}
        />
      </FieldGroup>
      <h3>{repairText('nextTitle')}</h3>
      <ol>
        <li>{repairText('nextCheck')}</li>
        <li>{repairText('nextSend')}</li>
        <li>{repairText('nextAuthorization')}</li>
      </ol>
      <ButtonRow>
        <Button type="submit" busy={busy}>
          {repairText('save')}
        </Button>
      </ButtonRow>
    </form>
  )
}

interface DigitsProps {
  form: ReturnType<
    typeof useSimpleForm<{ routingNumber: string; accountNumber: string; accountType: string }>
  >
  name: 'routingNumber' | 'accountNumber'
  hint: ReactNode
}

function Digits({ form, name, hint }: DigitsProps) {
  return (
    <Field id={name} label={repairText(name)} hint={hint} error={form.error(name)}>
      {(wiring) => (
        <TextInput
          {...wiring}
          width="medium"
          inputMode="numeric"
          autoComplete="off"
          value={form.values[name]}
          onChange={(event) => form.set(name, event.currentTarget.value.replace(/[\s-]/g, ''))}
          onBlur={() => form.blur(name)}
        />
      )}
    </Field>
  )
}

/** Whose number it is, once it is whole; a wrong digit shows at once. */
function BankName({ routingNumber }: { routingNumber: string }) {
  const isWhole = abaRouting.check(routingNumber, { argument: null, today: portfolioToday() })
  const query = { rn: routingNumber }
  const bank = useQuery({ ...reads('getBankInfo', { query }), enabled: routingNumber !== '' && isWhole }).data
  if (bank?.takesAch === false) return repairText('noAch')
  return bank?.bankName ?? repairText('routingNumberHint')
}

/** The words of the bank section, at the first rule that does not hold. */
function firstMessage(
  label: 'routingNumber' | 'accountNumber' | 'accountType',
  value: string,
  rules: readonly Rule[],
): string | undefined {
  const context = { argument: LONGEST_ACCOUNT, today: portfolioToday() }
  return saidOf(
    rules.find((rule) => !rule.check(value, context))?.message(repairText(label), LONGEST_ACCOUNT),
  )
}
