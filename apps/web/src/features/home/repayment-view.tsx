import { LoanStatus } from '@dolphin/domain/loans/codes'
import { Afterwards } from '@dolphin/ui/afterwards/afterwards'
import { Banner } from '@dolphin/ui/banner/banner'
import { Card } from '@dolphin/ui/card/card'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { LinkRows } from '../../app/link-rows.tsx'
import { loadChunk } from '../../app/page-loader.ts'
import { QueryView } from '../../app/query-view.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { loanPath } from '../servicing/change-kinds.ts'
import { ChangeState } from '../servicing/change-receipt.tsx'
import { ChangeToSign } from '../servicing/change-to-sign.tsx'
import { loanStatusText } from '../servicing/loan-status-messages.ts'
import { isNothingAsked, isPaused, loanStatusView } from '../servicing/loan-status-view.ts'
import { servicingText } from '../servicing/receipt-messages.ts'
import { StatusNotes } from '../servicing/status-notes.tsx'
import styles from './home.module.css'
import { NextPaymentCard } from './next-payment-card.tsx'
import { ProgressCard } from './progress-card.tsx'
import { repaymentHomeText } from './repayment-messages.ts'

export type RepaymentLoan = CallValue<'listRepaymentLoan'>['loans'][number]

const PastDueView = lazy(() => loadChunk(() => import('./past-due-view.tsx'), import.meta.url))

/** Flag 5: what comes next and whether something is to be done, how far the loan is, and the way to help. */
export function RepaymentView({ children }: { children: ReactNode }) {
  const loans = useQuery(reads('listRepaymentLoan', {}))
  useTickets(() => void loans.refetch())
  return (
    <QueryView query={loans}>
      {({ loans: [loan] }) => (
        <>
          {loan !== undefined && <Loan loan={loan} />}
          <Afterwards>{children}</Afterwards>
        </>
      )}
    </QueryView>
  )
}

function Loan({ loan }: { loan: RepaymentLoan }) {
  const { loanNo, loanStatus, subStatus, openChange } = loan
  const isPastDue = loan.daysOverdue > 0 && loanStatus !== LoanStatus.suspended
  return (
    <>
      <ChangeToSign change={loan.changeToSign} />
      {isPaused(loanStatus, subStatus) && (
        <Banner tone="warning" title={repaymentHomeText('suspendedTitle')}>
          <p>{loanStatusText(loanStatusView(loanStatus, subStatus).text)}</p>
        </Banner>
      )}
      <StatusNotes notes={loan.statusNotes} />
      <div className={styles.two}>
        {isPastDue ? (
          <Suspense fallback={<Waiting />}>
            <PastDueView loan={loan} />
          </Suspense>
        ) : (
          <NextPaymentCard loan={loan} />
        )}
        <ProgressCard loan={loan} />
      </div>
      {openChange !== null && (
        <Card>
          <h2>{servicingText('openTitle', { change: openChange.text })}</h2>
          <ChangeState change={openChange} />
        </Card>
      )}
      <Card>
        <LinkRows
          rows={[
            ...(isNothingAsked(subStatus) ? [] : [helpRow(loanNo)]),
            {
              href: '/messages',
              title: repaymentHomeText('messages'),
              hint: repaymentHomeText('messagesHint'),
              icon: 'mail',
            },
          ]}
        />
      </Card>
    </>
  )
}

const helpRow = (loanNo: string) =>
  ({
    href: loanPath(loanNo, 'help'),
    title: repaymentHomeText('help'),
    hint: repaymentHomeText('helpHint'),
    icon: 'info',
  }) as const
