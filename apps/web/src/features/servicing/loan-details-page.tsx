import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, Redirect } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { reads, withQueries } from '../../api-client/with-queries.tsx'
import { usePersisted } from '../../app/use-persisted.ts'
import { loadChunk } from '../../app/page-loader.ts'
import { QueryView } from '../../app/query-view.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { usePlace } from '../../app/place.ts'
import { loanAct } from './change-kinds.ts'
import { LoanView } from './loan-view.tsx'
import { repaymentText } from './messages.ts'

export type RepaymentLoan = CallValue<'listRepaymentLoan'>['loans'][number]

const ChangeSteps = lazy(() => loadChunk(() => import('./change-steps.tsx'), import.meta.url))

/** /repayment/loan-details: one loan, and every change of it, chosen by the address. */
export default withQueries(function LoanDetailsPage() {
  // Before the page is even drawn
  usePrefetchQuery(reads('listRepaymentLoan', {}))
  const loans = useQuery(reads('listRepaymentLoan', {}))
  usePrefetchQuery(reads('getHoliday', { query: {} }))
  return <QueryView query={loans}>{({ loans: found }) => <ChosenLoan loans={found} />}</QueryView>
})

function ChosenLoan({ loans }: { loans: readonly RepaymentLoan[] }) {
  const place = usePlace()
  const asked = place.get('loanNo')
  const loan = asked === undefined ? loans[0] : loans.find(({ loanNo }) => loanNo === asked)
  usePersisted('loan', loan && { loanNo: loan.loanNo, status: loan.loanStatus })
  const act = loanAct(place.get('change'))
  if (loan === undefined) return asked === undefined ? <NoLoan /> : <Redirect to="/404" replace />
  if (act === undefined) return <LoanView loan={loan} loans={loans} />
  return (
    <Suspense fallback={<Waiting />}>
      <ChangeSteps key={`${loan.loanNo} ${act}`} act={act} loanNo={loan.loanNo} />
    </Suspense>
  )
}

function NoLoan() {
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={repaymentText('noLoanLead')}>{repaymentText('noLoanTitle')}</PageHeading>
        <Link href="/home" className={buttonClass('forward')}>
          {repaymentText('toHome')}
        </Link>
      </Card>
    </PageContent>
  )
}
