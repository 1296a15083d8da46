import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { dayText } from '../../origination/wire-text.ts'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'
import { usePickDate } from './use-pick-date.ts'

/** Another day for the payout, until the batch takes it. */
export function DateChoice({ loan: { loanNo, effectiveDate, datesToPick } }: { loan: PayoutLoan }) {
  const form = useSimpleForm({
    initial: { payoutDate: effectiveDate ?? '' },
    validate: ({ payoutDate }) => ({ payoutDate: payoutDate === '' ? payoutText('chooseDay') : undefined }),
  })
  const { busy, pick } = usePickDate(loanNo)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(({ payoutDate }) => void pick(payoutDate))
      }}
    >
      <h3>{payoutText('dateTitle')}</h3>
      <FormErrors form={form} />
      <Field
        id="payoutDate"
        label={payoutText('dateLabel')}
        hint={payoutText('dateHint')}
        error={form.error('payoutDate')}
      >
        {(wiring) => (
          <Select
            {...wiring}
            placeholder={payoutText('chooseDay')}
            value={form.values.payoutDate}
            options={datesToPick.map((each) => ({ value: each, label: dayText(each) }))}
            onChange={(event) => form.set('payoutDate', event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={busy}>
        {payoutText('dateSave')}
      </Button>
    </form>
  )
}
