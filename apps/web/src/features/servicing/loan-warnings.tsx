import { LoanStatus } from '@dolphin/domain/loans/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { moneyText } from '../../app/wire-text.ts'
import { LinkBankAgain } from '../verification/link-bank-again.tsx'
import { ChangeToSign } from './change-to-sign.tsx'
import { loanStatusView } from './loan-status-view.ts'
import { OverdueHelp } from './overdue-help.tsx'
import { loanStatusText } from './loan-status-messages.ts'
import { repaymentText } from './messages.ts'
import { StatusNotes } from './status-notes.tsx'
import type { LoanDetail } from './step-props.ts'

/** What needs a look before the figures: late, paused, owed beyond the payments; or all paid. */
export function LoanWarnings({ detail }: { detail: LoanDetail }) {
  const {
    loanNo,
    loanStatus,
    subStatus,
    daysOverdue,
    pastDueAmount,
    uncovered,
    nextDueDate,
    openChange,
    changeToSign,
    statusNotes,
    linkBankAgain,
  } = detail
  const standing = loanStatusText(loanStatusView(loanStatus, subStatus).text)
  if (loanStatus === LoanStatus.terminated) {
    return (
      <>
        <Banner tone={subStatus === 'paidOff' ? 'success' : 'info'} title={repaymentText('endedTitle')}>
          <p>{standing}</p>
        </Banner>
        <StatusNotes notes={statusNotes} />
      </>
    )
  }
  return (
    <>
      <ChangeToSign change={changeToSign} />
      {linkBankAgain && <LinkBankAgain loanNo={loanNo} />}
      {daysOverdue > 0 && (
        <Banner tone="warning" title={repaymentText('pastDueTitle')}>
          <p>{repaymentText('pastDue', { amount: moneyText(pastDueAmount), days: daysOverdue })}</p>
        </Banner>
      )}
      {daysOverdue > 0 && <OverdueHelp loanNo={loanNo} />}
      {loanStatus === LoanStatus.suspended && (
        <Banner tone="warning" title={repaymentText('suspendedTitle')}>
          <p>{standing}</p>
        </Banner>
      )}
      {loanStatus === LoanStatus.collecting && (
        <Banner tone="info">
          <p>{standing}</p>
        </Banner>
      )}
      {/* A change under way makes the plan whole when it is carried out */}
      {uncovered !== '0.00' && nextDueDate !== null && openChange === null && (
        <Banner tone="info" title={repaymentText('uncoveredTitle')}>
          <p>{repaymentText('uncovered', { amount: moneyText(uncovered) })}</p>
        </Banner>
      )}
      <StatusNotes notes={statusNotes} />
    </>
  )
}
