import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { Banner } from '@dolphin/ui/banner/banner'
import { Link } from 'wouter'
import { moneyText } from '../../origination/wire-text.ts'
import { loanPath } from '../../servicing/change-kinds.ts'
import { repaymentText } from './messages.ts'
import type { LoanDetail } from './step-props.ts'

/** What needs a look before the figures: late, paused, owed beyond the payments; or all paid. */
export function LoanWarnings({ detail }: { detail: LoanDetail }) {
  const { loanNo, loanStatus, subStatus, daysOverdue, pastDueAmount, uncovered, nextDueDate, openChange } =
    detail
  if (loanStatus === LoanStatus.terminated) {
    return (
      <Banner tone={subStatus === 'paidOff' ? 'success' : 'info'} title={repaymentText('endedTitle')}>
        <p>{repaymentText(subStatus === 'paidOff' ? 'paidOff' : 'ended')}</p>
      </Banner>
    )
  }
  return (
    <>
      {daysOverdue > 0 && (
        <Banner tone="warning" title={repaymentText('pastDueTitle')}>
          <p>{repaymentText('pastDue', { amount: moneyText(pastDueAmount), days: daysOverdue })}</p>
          <Link href={loanPath(loanNo, 'help')}>{repaymentText('help')}</Link>
        </Banner>
      )}
      {loanStatus === LoanStatus.suspended && (
        <Banner tone="warning" title={repaymentText('suspendedTitle')}>
          <p>{repaymentText('suspended')}</p>
        </Banner>
      )}
      {/* A change under way makes the plan whole when it is carried out */}
      {uncovered !== '0.00' && nextDueDate !== null && openChange === null && (
        <Banner tone="info" title={repaymentText('uncoveredTitle')}>
          <p>{repaymentText('uncovered', { amount: moneyText(uncovered) })}</p>
        </Banner>
      )}
    </>
  )
}
