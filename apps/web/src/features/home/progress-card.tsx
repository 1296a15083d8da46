import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { FigureRows } from '@dolphin/ui/figure-rows/figure-rows'
import { ProgressMeter } from '@dolphin/ui/progress-meter/progress-meter'
import { Link } from 'wouter'
import { centsOf, centsText, dayText, moneyText } from '../../app/wire-text.ts'
import { loanPath, notNowOf } from '../servicing/change-kinds.ts'
import { isNothingAsked } from '../servicing/loan-status-view.ts'
import styles from './home.module.css'
import { repaymentHomeText } from './repayment-messages.ts'
import type { RepaymentLoan } from './repayment-view.tsx'

/** How far the loan is, what is left of it, and what paying it off today would take and save. */
export function ProgressCard({ loan }: { loan: RepaymentLoan }) {
  const { loanNo, installmentsPaid: paid, installmentsTotal: total, progress } = loan
  const mayPayOff = notNowOf(loan, 'pay-off') === undefined
  return (
    <Card>
      <div className={styles.cardHead}>
        <h2>{repaymentHomeText('progressTitle')}</h2>
        <Link href={loanPath(loanNo)}>{repaymentHomeText('seeAll')}</Link>
      </div>
      <ProgressMeter label={repaymentHomeText('progress', { paid, total })} share={Number(progress)} />
      {!isNothingAsked(loan.subStatus) && <FigureRows rows={rowsOf(loan)} />}
      {mayPayOff && (
        <div className={styles.acts}>
          <Link href={loanPath(loanNo, 'pay-off')} className={buttonClass('secondary')}>
            {repaymentHomeText('payOff')}
          </Link>
        </div>
      )}
    </Card>
  )
}

function rowsOf({ leftToPay, lastDueDate, payoffToday }: RepaymentLoan) {
  const saves = centsOf(leftToPay) - centsOf(payoffToday)
  return [
    {
      label: repaymentHomeText('leftToPay'),
      value: moneyText(leftToPay),
      note: repaymentHomeText('leftToPayNote'),
      valueNote:
        lastDueDate === null ? undefined : repaymentHomeText('leftBy', { date: dayText(lastDueDate) }),
    },
    {
      label: repaymentHomeText('payoff'),
      value: moneyText(payoffToday),
      note: saves > 0 ? repaymentHomeText('payoffSaves', { amount: centsText(saves) }) : undefined,
    },
  ]
}
