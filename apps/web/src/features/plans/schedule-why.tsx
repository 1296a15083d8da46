import { Why } from '@dolphin/ui/why/why'
import type { CallValue } from '../../api-client/call.ts'
import { scheduleText } from './schedule-messages.ts'
import styles from './schedule-why.module.css'
import { dayText, moneyText } from '../../app/wire-text.ts'

type Installment = CallValue<'calculatePaymentSchedule'>['installments'][number]

/** Why the first payment of a schedule is when it is. Source: domain.md §7. */
export function FirstDueWhy({ date, effectiveDate }: { date: string; effectiveDate: string }) {
  return (
    <span className={styles.beside}>
      <Why label={scheduleText('why')} about={scheduleText('aboutFirst', { date: dayText(date) })}>
        {() => <p>{scheduleText('firstDate', { effective: dayText(effectiveDate) })}</p>}
      </Why>
    </span>
  )
}

/** Why the last payment of a schedule is what it is. Source: domain.md §7. */
export function LastAmountWhy({ last: { amount, principal, interest, fee } }: { last: Installment }) {
  const parts = { principal: moneyText(principal), interest: moneyText(interest) }
  return (
    <span className={`${styles.beside} ${styles.amount}`}>
      <Why label={scheduleText('why')} about={scheduleText('aboutLast', { amount: moneyText(amount) })}>
        {() => (
          <p>
            {scheduleText('lastAmount', parts)}
            {fee !== '0.00' && ` ${scheduleText('lastAmountFee', { fee: moneyText(fee) })}`}
          </p>
        )}
      </Why>
    </span>
  )
}
