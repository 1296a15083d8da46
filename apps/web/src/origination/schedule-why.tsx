import { Why } from '@dolphin/ui/why/why'
import type { CallValue } from '../api-client/call.ts'
import { defineMessages } from '../messages/define-messages.ts'
import styles from './schedule-why.module.css'
import { dayText, moneyText } from './wire-text.ts'

type Installment = CallValue<'calculatePaymentSchedule'>['installments'][number]

const scheduleText = defineMessages({
  why: 'Why?',
  aboutFirst: 'First payment on {date}',
  aboutLast: 'Last payment of {amount}',
  firstDate:
    'Your money is due to arrive on {effective}. The first payment falls on one of your paydays after that, moved as your pay is where banks are closed.',
  lastAmount:
    'It pays back the {principal} that is still owed by then, with {interest} of interest for the days since the payment before. So it can differ from the others.',
  lastAmountFee: 'It also carries a fee of {fee}.',
})

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
