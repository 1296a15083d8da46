import { formatPhone } from '@dolphin/domain/format/phone'
import { Button } from '@dolphin/ui/button/button'
import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { FieldGroup } from '@dolphin/ui/field/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { queryClient, reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { showSnackbar } from '../../app/announcements.tsx'
import { dayText } from '../../app/wire-text.ts'
import { QueryView } from '../../app/query-view.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'

/** The money by mail: to the address on file, confirmed before it is asked for. */
export function PaperCheck({ loan }: { loan: PayoutLoan }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{payoutText('checkTitle')}</summary>
      {isOpen && <AskForCheck loan={loan} />}
    </details>
  )
}

function AskForCheck({ loan: { loanNo, applicationNo } }: { loan: PayoutLoan }) {
  const [, navigate] = useLocation()
  const form = useSimpleForm({
    initial: { checkAddress: false },
    validate: ({ checkAddress }) => ({ checkAddress: checkAddress ? undefined : payoutText('checkMissing') }),
  })
  const personal = useQuery(reads('getPersonal', { query: { applicationNo } }))
  const { busy, start } = useAct(async () => {
    const result = await call('paperCheck', { body: { loanNo, addressConfirmed: true } })
    if (!result.ok) return showFailure(result.failure)
    const { signsAgain, arrivesOn, notification } = result.value
    if (signsAgain) showSnackbar(payoutText('checkWaits', { date: dayText(arrivesOn) }), 'info')
    else navigate(`/notification/${notification}`)
    await queryClient.invalidateQueries()
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(() => void start())
      }}
    >
      <FormErrors form={form} />
      <p>{payoutText('checkLead')}</p>
      <QueryView query={personal}>
        {({ values }) => (
          <>
            <p>{payoutText('checkAddress')}</p>
            <p>
              {addressLines(values).map((line) => (
                <span key={line}>
                  {line}
                  <br />
                </span>
              ))}
            </p>
          </>
        )}
      </QueryView>
      <FieldGroup
        id="checkAddress"
        label={payoutText('checkAddress')}
        hideLabel
        error={form.error('checkAddress')}
      >
        <Checkbox
          label={payoutText('checkRight')}
          checked={form.values.checkAddress}
          onChange={(checked) => form.set('checkAddress', checked)}
        />
      </FieldGroup>
      <p>{payoutText('checkWrong', { phone: formatPhone(bootData().portfolio.phone) })}</p>
      <Button type="submit" variant="secondary" busy={busy}>
        {payoutText('checkAsk')}
      </Button>
    </form>
  )
}

/** Street, then city, state and ZIP, as the personal section has them. */
function addressLines(values: Readonly<Record<string, unknown>>): readonly string[] {
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : '')
  const street = [text('street'), text('unit')].filter((part) => part !== '').join(', ')
  return [street, `${text('city')}, ${text('state')} ${text('zip')}`]
}
