import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { CalendarDate } from '../../form-engine/calendar-date.tsx'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useOfferedDays } from '../../form-engine/offered-days.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'
import { usePickDate } from './use-pick-date.ts'

/** Another day for the payout, until the batch takes it. */
export function DateChoice({ loan: { loanNo, effectiveDate, datesToPick } }: { loan: PayoutLoan }) {
  const days = useOfferedDays(datesToPick)
  const form = useSimpleForm({
    initial: { payoutDate: effectiveDate ?? '' },
    validate: ({ payoutDate }) => ({ payoutDate: days.error(payoutDate) }),
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
          <CalendarDate
            {...wiring}
            label={payoutText('dateLabel')}
            value={form.values.payoutDate}
            start={datesToPick[0] ?? ''}
            reasonAgainst={days.against}
            onChange={(day) => form.set('payoutDate', day)}
            onBlur={() => form.blur('payoutDate')}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={busy}>
        {payoutText('dateSave')}
      </Button>
    </form>
  )
}
