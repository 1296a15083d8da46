import { LoanStatus } from '@dolphin/domain/loans/codes'
import { Afterwards } from '@dolphin/ui/afterwards/afterwards'
import { Card } from '@dolphin/ui/card/card'
import { Field } from '@dolphin/ui/field/field'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { Select } from '@dolphin/ui/select/select'
import { Tabs } from '@dolphin/ui/tabs/tabs'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads } from '../../api-client/with-queries.tsx'
import { useDueInSlices } from '../../app/in-slices.ts'
import { QueryView } from '../../app/query-view.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { usePlace } from '../../app/place.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { DocumentList } from '../documents/document-list.tsx'
import { ChangeState } from './change-receipt.tsx'
import { servicingText } from './receipt-messages.ts'
import { BalancePicture } from './balance-picture.tsx'
import { ChangeMenu } from './change-menu.tsx'
import { DebitTimeline } from './debit-timeline.tsx'
import { FeeList } from './fee-list.tsx'
import type { RepaymentLoan } from './loan-details-page.tsx'
import { LoanFigures } from './loan-figures.tsx'
import { isNothingAsked } from './loan-status-view.ts'
import { LoanWarnings } from './loan-warnings.tsx'
import { repaymentText } from './messages.ts'
import { PaymentCalendar } from './payment-calendar.tsx'
import { PaymentList } from './payment-list.tsx'
import styles from './repayment.module.css'
import type { Choices, LoanDetail } from './step-props.ts'
import { type EarlierTransactions, useLoanDetail } from './use-loan-detail.ts'

interface LoanViewProps {
  loan: RepaymentLoan
  loans: readonly RepaymentLoan[]
}

/** A loan whole: its payments first, what can be done, what is owed, and its documents. */
export function LoanView({ loan, loans }: LoanViewProps) {
  const { loanNo } = loan
  usePrefetchQuery(reads('paymentDetail', { query: { loanNo } }))
  usePrefetchQuery(changesOf(loanNo))
  const { detail, earlier } = useLoanDetail(loanNo)
  useTickets(() => void detail.refetch())
  return (
    <PageContent width="wide">
      <PageHeading lead={repaymentText('reference', { loanNo })}>{repaymentText('title')}</PageHeading>
      {loans.length > 1 && <LoanPicker loan={loan} loans={loans} />}
      <QueryView query={detail} headed>
        {(found) => <Loan loan={loan} detail={found} earlier={earlier} />}
      </QueryView>
    </PageContent>
  )
}

const changesOf = (loanNo: string) => reads('listChange', { query: { loanNo } })

interface LoanProps {
  loan: RepaymentLoan
  detail: LoanDetail
  earlier: EarlierTransactions
}

function Loan({ loan, detail, earlier }: LoanProps) {
  const { loanNo, openChange } = detail
  const changes = useQuery(changesOf(loanNo))
  const isRead = useDueInSlices(!changes.isPending)
  const choices = changes.data?.choices ?? null
  const hasEnded = detail.loanStatus === LoanStatus.terminated
  return (
    <>
      <LoanWarnings detail={detail} choices={choices ?? undefined} />
      {openChange !== null && (
        <Card tone="accent">
          <h2>{servicingText('openTitle', { change: openChange.text })}</h2>
          <ChangeState change={openChange} />
        </Card>
      )}
      <div className={styles.columns}>
        <div>
          <Payments loan={loan} detail={detail} choices={choices ?? undefined} />
          <LoanFigures loan={loan} detail={detail} />
        </div>
        <div>
          {isRead && !hasEnded && !isNothingAsked(detail.subStatus) && <ChangeMenu detail={detail} />}
        </div>
      </div>
      {isRead && (
        <Afterwards>
          <DebitTimeline detail={detail} earlier={earlier} />
          <FeeList detail={detail} />
          <Card>
            <h2>{repaymentText('documentsTitle')}</h2>
            <DocumentList documents={loan.documents} />
            <p>
              <Link href="/documents">{repaymentText('allDocuments')}</Link>
            </p>
          </Card>
        </Afterwards>
      )}
    </>
  )
}

interface PaymentsProps {
  loan: RepaymentLoan
  detail: LoanDetail
  choices: Choices | undefined
}

/** The payments as a list; as months and as a picture behind tabs. In bankruptcy only those that were made. */
function Payments({ loan, detail, choices }: PaymentsProps) {
  const { installmentsPaid: paid, installmentsTotal: total, leftToPay } = loan
  if (isNothingAsked(loan.subStatus)) {
    return (
      <Card tone="accent">
        <h2>{repaymentText('listTitle')}</h2>
        <p className={styles.quiet}>{repaymentText('listMade', { paid, total })}</p>
        <PaymentList detail={detail} />
      </Card>
    )
  }
  return (
    <Card tone="accent">
      <h2>{repaymentText('listTitle')}</h2>
      <p className={styles.quiet}>{repaymentText('listSum', { paid, total, left: moneyText(leftToPay) })}</p>
      <Tabs
        label={repaymentText('listTitle')}
        tabs={[
          { name: 'list', label: repaymentText('tabList'), content: <PaymentList detail={detail} /> },
          {
            name: 'calendar',
            label: repaymentText('tabCalendar'),
            content: (
              <PaymentCalendar
                detail={detail}
                payroll={choices?.payroll}
                changeable={choices?.hardship?.installmentNo}
              />
            ),
          },
          { name: 'chart', label: repaymentText('tabChart'), content: <BalancePicture detail={detail} /> },
        ]}
      />
    </Card>
  )
}

/** Newest first, each by its day and amount. */
function LoanPicker({ loan, loans }: LoanViewProps) {
  const place = usePlace()
  return (
    <Field id="loanNo" label={repaymentText('pickLoan')}>
      {(wiring) => (
        <Select
          {...wiring}
          placeholder={repaymentText('pickLoan')}
          value={loan.loanNo}
          options={loans.map(({ loanNo, approvedAmount, effectiveDate }) => ({
            value: loanNo,
            label: repaymentText('loanOption', {
              loanNo,
              amount: moneyText(approvedAmount),
              date: dayText(effectiveDate),
            }),
          }))}
          onChange={(event) => place.go({ loanNo: event.currentTarget.value || undefined })}
        />
      )}
    </Field>
  )
}
