import { formatPhone } from '@dolphin/domain/format/phone'
import { Banner } from '@dolphin/ui/banner/banner'
import { Link } from 'wouter'
import { bootData } from '../../app/boot.ts'
import { loanPath } from './change-kinds.ts'
import { isNothingAsked } from './loan-status-view.ts'
import { servicingText } from './receipt-messages.ts'
import type { LoanDetail } from './step-props.ts'

/** Whether the pages of a loan lead to hardship assistance by themselves: past due, and payments may be asked for. */
export const offersHelp = ({
  daysOverdue,
  subStatus,
}: Pick<LoanDetail, 'daysOverdue' | 'subStatus'>): boolean => daysOverdue > 0 && !isNothingAsked(subStatus)

/**
 * Links to hardship assistance on every page of a past-due loan; without the link, borrowers would not ask
 * (ux.md "Help in one place").
 */
export function OverdueHelp({ loanNo }: { loanNo: string }) {
  return (
    <Banner tone="info" title={servicingText('overdueTitle')}>
      <p>{servicingText('overdueLead')}</p>
      <p>
        <Link href={loanPath(loanNo, 'help')}>{servicingText('overdueHelp')}</Link>
      </p>
      <p>
        <CallLink />
      </p>
    </Banner>
  )
}

/** The lender's number, ready to be dialed. */
export function CallLink({ className }: { className?: string }) {
  const { phone } = bootData().portfolio
  return (
    <a href={`tel:+1${phone}`} className={className}>
      {servicingText('call', { phone: formatPhone(phone) })}
    </a>
  )
}
