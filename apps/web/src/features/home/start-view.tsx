import { LoanStatus, NotificationCode } from '@dolphin/domain/loans/codes'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { reads } from '../../api-client/with-queries.tsx'
import { loadChunk } from '../../app/page-loader.ts'
import { QueryView } from '../../app/query-view.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { loanStatusText } from '../servicing/loan-status-messages.ts'
import { loanStatusView } from '../servicing/loan-status-view.ts'
import type { HomeLoan } from './home-page.tsx'
import styles from './home.module.css'
import { homeText } from './messages.ts'
import { NextStep } from './next-step.tsx'
import { ReasonList } from './reason-list.tsx'
import type { RepaymentLoan } from './repayment-view.tsx'

const PaidOffView = lazy(() =>
  loadChunk(async () => ({ default: (await import('./paid-off-view.tsx')).PaidOffView }), import.meta.url),
)

/** Flag 1: no loan and no offer. What came last is said first: a loan that was paid off, or an application declined. */
export function StartView({ loan }: { loan: HomeLoan | undefined }) {
  const funded = useQuery(reads('listRepaymentLoan', {}))
  return (
    <QueryView query={funded}>
      {({ loans: [last] }) => {
        if (last !== undefined && isLater(last, loan)) return <EndedView loan={last} />
        if (loan === undefined) return <FirstView />
        return isDeclined(loan) ? <DeclinedView loan={loan} /> : <BeginView loan={loan} />
      }}
    </QueryView>
  )
}

/** Loans are numbered in the order in which they are begun. */
const isLater = (last: RepaymentLoan, unfunded: HomeLoan | undefined): boolean =>
  unfunded === undefined || last.loanNo > unfunded.loanNo

const isDeclined = (loan: HomeLoan | undefined): loan is HomeLoan =>
  loan?.loanStatus === LoanStatus.withdrawn && loan.reasons.length > 0

function EndedView({ loan }: { loan: RepaymentLoan }) {
  if (loan.subStatus === 'paidOff' && !loan.settled)
    return (
      <Suspense fallback={<Waiting />}>
        <PaidOffView loan={loan} />
      </Suspense>
    )
  return (
    <NextStep
      icon="money"
      title={homeText('endedTitle')}
      lead={loanStatusText(loanStatusView(loan.loanStatus, loan.subStatus, loan.settled).text)}
      href="/loan-agreement"
      label={homeText('applyAgain')}
    />
  )
}

/** Who saved a section before there was a loan goes on with it. */
function FirstView() {
  const person = useQuery(reads('getPersonalInfo', {}))
  if (person.data?.hasBegun !== true) return <BeginView loan={undefined} />
  return (
    <NextStep
      icon="forward"
      title={homeText('continueTitle')}
      lead={homeText('continueLead')}
      href="/guidance"
      label={homeText('continue')}
    />
  )
}

function BeginView({ loan }: { loan: HomeLoan | undefined }) {
  return (
    <NextStep
      icon="money"
      title={homeText('startTitle')}
      lead={homeText('startLead')}
      href={loan === undefined ? '/guidance' : '/loan-agreement'}
      label={homeText('start')}
    >
      {loan !== undefined && <p>{loanStatusText(loanStatusView(loan.loanStatus, loan.subStatus).text)}</p>}
    </NextStep>
  )
}

function DeclinedView({ loan }: { loan: HomeLoan }) {
  return (
    <NextStep
      icon="info"
      title={homeText('declinedTitle')}
      lead={homeText('declinedLead')}
      href="/loan-agreement"
      label={homeText('applyAgain')}
    >
      <ReasonList reasons={loan.reasons} />
      <p className={styles.quietNote}>{homeText('declinedAgain')}</p>
      <p>
        <Link href={`/notification/${NotificationCode.withdrawn}`}>{homeText('declinedMore')}</Link>
      </p>
    </NextStep>
  )
}
