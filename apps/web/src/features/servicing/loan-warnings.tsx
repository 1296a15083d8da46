import { LoanStatus } from '@dolphin/domain/loans/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { buttonClass } from '@dolphin/ui/button/button'
import { Link } from 'wouter'
import { moneyText } from '../../app/wire-text.ts'
import { LinkBankAgain } from '../verification/link-bank-again-later.tsx'
import { notNowOf } from './change-kinds.ts'
import { ChangeToSign } from './change-to-sign.tsx'
import { isPaused, loanStatusView } from './loan-status-view.ts'
import { offersHelp, OverdueHelp } from './overdue-help.tsx'
import { loanStatusText } from './loan-status-messages.ts'
import { repaymentText } from './messages.ts'
import { payNowPath } from './pay-now.ts'
import { StatusNotes } from './status-notes.tsx'
import type { Choices, LoanDetail } from './step-props.ts'

interface LoanWarningsProps {
  detail: LoanDetail
  choices: Choices | undefined
}

/** What needs a look before the figures: late, paused, owed beyond the payments; or all paid. */
export function LoanWarnings({ detail, choices }: LoanWarningsProps) {
  const {
    loanNo,
    loanStatus,
    subStatus,
    daysOverdue,
    pastDueAmount,
    uncoveredNow,
    uncoveredNote,
    changeToSign,
    statusNotes,
    linkBankAgain,
    settled,
  } = detail
  const standing = loanStatusText(loanStatusView(loanStatus, subStatus, settled).text)
  if (loanStatus === LoanStatus.terminated) {
    return (
      <>
        <Banner
          tone={subStatus === 'paidOff' && !settled ? 'success' : 'info'}
          title={repaymentText('endedTitle')}
        >
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
          <p>{pastDueText(detail)}</p>
          {loanStatus !== LoanStatus.suspended && notNowOf(detail, 'extra-payment') === undefined && (
            <p>
              <Link
                href={payNowPath({ loanNo, amount: pastDueAmount }, choices)}
                className={buttonClass('forward')}
              >
                {repaymentText('payNow', { amount: moneyText(pastDueAmount) })}
              </Link>
            </p>
          )}
        </Banner>
      )}
      {offersHelp(detail) && <OverdueHelp loanNo={loanNo} />}
      {isPaused(loanStatus, subStatus) && (
        <Banner tone="warning" title={repaymentText('suspendedTitle')}>
          <p>{standing}</p>
        </Banner>
      )}
      {loanStatus === LoanStatus.collecting && (
        <Banner tone="info">
          <p>{standing}</p>
        </Banner>
      )}
      {uncoveredNote !== null && (
        <Banner tone="info" title={repaymentText('uncoveredTitle')}>
          <p>{uncoveredNote}</p>
          {daysOverdue === 0 && notNowOf(detail, 'extra-payment') === undefined && (
            <p>
              <Link
                href={payNowPath({ loanNo, amount: uncoveredNow }, choices)}
                className={buttonClass('forward')}
              >
                {repaymentText('payNow', { amount: moneyText(uncoveredNow) })}
              </Link>
            </p>
          )}
        </Banner>
      )}
      <StatusNotes notes={statusNotes} />
    </>
  )
}

const pastDueText = ({ pastDueAmount, daysOverdue: days }: LoanDetail): string =>
  repaymentText('pastDue', { amount: moneyText(pastDueAmount), days })
