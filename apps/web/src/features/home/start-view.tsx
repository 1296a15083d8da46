import { LoanStatus, NotificationCode } from '@dolphin/domain/loans/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads } from '../../api-client/with-queries.tsx'
import { loanStatusView } from '../servicing/loan-status-view.ts'
import { loanStatusText } from '../servicing/loan-status-messages.ts'
import type { HomeLoan } from './home-page.tsx'
import { homeText } from './messages.ts'
import { NextStep } from './next-step.tsx'

/** Flag 1: no loan and no offer. Who was declined finds the reasons here too, and who began an application goes on. */
export function StartView({ loan }: { loan: HomeLoan | undefined }) {
  const { data: person } = useQuery(reads('getPersonalInfo', {}))
  const declined = loan?.loanStatus === LoanStatus.withdrawn && loan.reasons.length > 0
  if (loan === undefined && person?.hasBegun === true)
    return (
      <NextStep
        icon="forward"
        title={homeText('continueTitle')}
        lead={homeText('continueLead')}
        href="/guidance"
        label={homeText('continue')}
      />
    )
  return (
    <>
      {declined && (
        <Banner tone="info" title={homeText('declinedTitle')}>
          <p>
            <Link href={`/notification/${NotificationCode.withdrawn}`}>{homeText('declinedMore')}</Link>
          </p>
        </Banner>
      )}
      <NextStep
        icon="money"
        title={homeText(loan?.loanStatus === LoanStatus.terminated ? 'paidOffTitle' : 'startTitle')}
        lead={homeText('startLead')}
        href={loan === undefined ? '/guidance' : '/loan-agreement'}
        label={homeText('start')}
      >
        {loan !== undefined && <p>{loanStatusText(loanStatusView(loan.loanStatus, loan.subStatus).text)}</p>}
      </NextStep>
    </>
  )
}
