import { HomeFlag, LoanStatus } from '@dolphin/domain/loans/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { usePlace } from '../../app/place.ts'
import { payoutText } from './messages.ts'
import { SignAgain } from './sign-again.tsx'
import { SameDayTip } from './same-day-tip.tsx'

export type PayoutLoan = CallValue<'listDisbursementLoan'>['loans'][number]

interface PayoutPageContentProps {
  title: string
  lead: string
  children: (loan: PayoutLoan) => ReactNode
}

/** What the three pages share: the loan whose money is on its way, and the same-day tip (product.md §2). */
export function PayoutPageContent({ title, lead, children }: PayoutPageContentProps) {
  const asked = usePlace().get('loanNo')
  const read = useQuery(reads('listDisbursementLoan', {}))
  useTickets(() => void read.refetch())
  return (
    <QueryView query={read}>
      {({ homeFlag, loans }) => {
        const open = loans.filter(({ loanStatus }) => loanStatus !== LoanStatus.withdrawn)
        const loan = open.find(({ loanNo }) => loanNo === asked) ?? open[0]
        if (loan === undefined) return <NoPayout hasLoan={homeFlag === HomeFlag.repaymentLoan} />
        return (
          <PageContent>
            <PageHeading lead={lead}>{title}</PageHeading>
            {homeFlag === HomeFlag.repairInformation && <RepairFirst />}
            {loan.signsAgain && <SignAgain loan={loan} />}
            {loan.sameDayTip && !loan.signsAgain && <SameDayTip loan={loan} />}
            {children(loan)}
            <p>
              <Link href="/home">{payoutText('toHome')}</Link>
            </p>
          </PageContent>
        )
      }}
    </QueryView>
  )
}

function RepairFirst() {
  return (
    <Banner tone="warning" title={payoutText('repairTitle')}>
      <p>{payoutText('repair')}</p>
      <Link href="/home">{payoutText('toHome')}</Link>
    </Banner>
  )
}

function NoPayout({ hasLoan }: { hasLoan: boolean }) {
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <PageHeading lead={payoutText(hasLoan ? 'arrivedLead' : 'noneLead')}>
          {payoutText(hasLoan ? 'arrivedTitle' : 'noneTitle')}
        </PageHeading>
        <Link href={hasLoan ? '/repayment/loan-details' : '/home'} className={buttonClass('forward')}>
          {payoutText(hasLoan ? 'toLoan' : 'toHome')}
        </Link>
      </Card>
    </PageContent>
  )
}
