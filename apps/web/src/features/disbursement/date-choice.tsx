import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { useQuery } from '@tanstack/react-query'
import { reads } from '../../api-client/with-queries.tsx'
import { CalendarDate } from '../../form-engine/calendar-date.tsx'
import { holidayNamesOf, offerReason } from '../../form-engine/day-reasons.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'
import { usePickDate } from './use-pick-date.ts'

/** Another day for the payout, until the batch takes it. */
export function DateChoice({ loan: { loanNo, effectiveDate, datesToPick } }: { loan: PayoutLoan }) {
  const holidays = holidayNamesOf(useQuery(reads('getHoliday', { query: {} })).data ?? [])
  const today = portfolioToday()
  const against = (day: string) => offerReason(day, datesToPick, today, holidays)
  const form = useSimpleForm({
    initial: { payoutDate: effectiveDate ?? '' },
    validate: ({ payoutDate }) => ({ payoutDate: dayError(payoutDate, against) }),
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
            start={datesToPick[0] ?? formatLocalDate(today)}
            reasonAgainst={against}
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

/** A day that is not on offer is refused with the reason that the calendar shows. */
function dayError(day: string, against: (day: string) => string | undefined): string | undefined {
  if (parseLocalDate(day) === undefined) return payoutText('chooseDay')
  const reason = against(day)
  return reason && payoutText('dayRefused', { reason })
}
