import { Banner } from '@dolphin/ui/banner/banner'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { isNothingAsked } from './loan-status-view.ts'
import type { ChangeFormProps } from './step-props.ts'
import { useChangeForm } from './use-change-form.ts'

/** 104: no more debits; the payments stay owed, and are sent in another way. In bankruptcy nothing is said of payments. */
export function StopForm({ kind, detail: { loanNo, subStatus } }: ChangeFormProps) {
  const form = useChangeForm(kind, loanNo, {}, () => ({}))
  return (
    <ChangeFormCard title={changeText('stopTitle')} lead={changeText('stopLead')} loanNo={loanNo} form={form}>
      {isNothingAsked(subStatus) ? (
        <p>{changeText('stopInFlight')}</p>
      ) : (
        <>
          <ul>
            <li>{changeText('stopOwed')}</li>
            <li>{changeText('stopInFlight')}</li>
            <li>{changeText('stopWays')}</li>
          </ul>
          <Banner tone="info">
            <p>{changeText('stopHelp')}</p>
          </Banner>
        </>
      )}
    </ChangeFormCard>
  )
}
