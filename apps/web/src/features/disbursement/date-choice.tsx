import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { useState } from 'react'
import { dayText } from '../../origination/wire-text.ts'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'
import { usePickDate } from './use-pick-date.ts'

/** Another day for the payout, until the batch takes it. */
export function DateChoice({ loan: { loanNo, effectiveDate, datesToPick } }: { loan: PayoutLoan }) {
  const [date, setDate] = useState(effectiveDate ?? '')
  const [isMissing, setMissing] = useState(false)
  const { busy, pick } = usePickDate(loanNo)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(date === '')
        if (date !== '') void pick(date)
      }}
    >
      <h3>{payoutText('dateTitle')}</h3>
      <Field
        id="payoutDate"
        label={payoutText('dateLabel')}
        hint={payoutText('dateHint')}
        error={isMissing ? payoutText('chooseDay') : undefined}
      >
        {(wiring) => (
          <Select
            {...wiring}
            placeholder={payoutText('chooseDay')}
            value={date}
            options={datesToPick.map((each) => ({ value: each, label: dayText(each) }))}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={busy}>
        {payoutText('dateSave')}
      </Button>
    </form>
  )
}
