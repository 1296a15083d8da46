import { Card } from '@dolphin/ui/card/card'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { Link } from 'wouter'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { repaymentText } from './messages.ts'
import type { LoanDetail } from './step-props.ts'

/** Every fee of the loan, and what a coupon took off; without either nothing is shown. */
export function FeeList({ detail }: { detail: LoanDetail }) {
  const { transactionFees, couponCode, couponDetails } = detail
  if (transactionFees.length === 0 && couponCode === null) return null
  return (
    <Card>
      <h2>{repaymentText('feesTitle')}</h2>
      {transactionFees.length > 0 && (
        <SummaryList
          rows={transactionFees.map(({ text, amount, when }) => ({
            label: when === null ? text : repaymentText('feeOn', { text, date: dayText(when) }),
            value: moneyText(amount),
          }))}
        />
      )}
      {couponDetails !== null && <p>{couponDetails}</p>}
      {couponCode !== null && (
        <p>
          <Link href="/coupon/schedule">{repaymentText('couponSchedule')}</Link>
        </p>
      )}
    </Card>
  )
}
