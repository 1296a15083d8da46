import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { CalendarDate } from '../../form-engine/calendar-date.tsx'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useOfferedDays } from '../../form-engine/offered-days.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'
import { usePickDate } from './use-pick-date.ts'

/** Another day for the payout, until the batch takes it; some days ask for a new signature, and say so first. */
export function DateChoice({ loan }: { loan: PayoutLoan }) {
  const { loanNo, effectiveDate, datesToPick, datesToSign } = loan
  const days = useOfferedDays(datesToPick)
  const form = useSimpleForm({
    initial: { payoutDate: effectiveDate ?? '' },
    validate: ({ payoutDate }) => ({ payoutDate: days.error(payoutDate) }),
  })
  const { busy, pick } = usePickDate(loanNo)
  const mustSign = datesToSign.includes(form.values.payoutDate)
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
      {datesToSign.length > 0 && <p>{payoutText(mustSign ? 'dateSign' : 'dateMaySign')}</p>}
      <Button type="submit" variant="secondary" busy={busy}>
        {payoutText(mustSign ? 'dateSaveSign' : 'dateSave')}
      </Button>
    </form>
  )
}
