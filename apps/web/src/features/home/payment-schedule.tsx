import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { BalanceChart } from '@dolphin/ui/balance-chart/balance-chart'
import { Card } from '@dolphin/ui/card/card'
import { type Column, DataTable } from '@dolphin/ui/data-table/data-table'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { useDueInSlices } from '../../app/in-slices.ts'
import { QueryView } from '../../app/query-view.tsx'
import { FirstDueWhy, LastAmountWhy } from '../plans/schedule-why.tsx'
import { axisText, chartPoint } from '../plans/schedule-picture.ts'
import { centsOf, dayText, moneyText } from '../../app/wire-text.ts'
import styles from './home.module.css'
import { homeText } from './messages.ts'

type PaymentDetail = CallValue<'paymentDetail'>
type Installment = PaymentDetail['installments'][number]

/** Every payment of a loan: as a picture, and as a table for those who look up a figure. */
export function PaymentSchedule({ loanNo }: { loanNo: string }) {
  const detail = useQuery(reads('paymentDetail', { query: { loanNo } }))
  const isWaiting = !useDueInSlices(!detail.isPending)
  return (
    <Card>
      <h2>{homeText('scheduleTitle')}</h2>
      <div className={isWaiting ? styles.pictureRoom : undefined}>
        <QueryView query={detail}>{(found) => <Picture detail={found} />}</QueryView>
      </div>
      <p>
        <Link href="/repayment/loan-details">{homeText('details')}</Link>
      </p>
    </Card>
  )
}

function Picture({ detail }: { detail: PaymentDetail }) {
  const { approvedAmount, installments } = detail
  const last = installments.at(-1)
  if (last === undefined) return null
  return (
    <BalanceChart
      title={homeText('chartTitle', { amount: moneyText(approvedAmount), date: dayText(last.dueDate) })}
      startBalance={centsOf(approvedAmount)}
      points={installments.map(chartPoint)}
      legend={{
        principal: homeText('chartPrincipal'),
        interest: homeText('chartInterest'),
        balance: homeText('chartBalance'),
      }}
      formatAmount={axisText}
      tableLabel={homeText('chartTable')}
      table={
        <DataTable
          caption={homeText('scheduleTitle')}
          hideCaption
          columns={columns(detail)}
          rows={installments}
          rowKey={({ installmentNo }) => String(installmentNo)}
        />
      }
    />
  )
}

const columns = ({ installments, effectiveDate }: PaymentDetail): readonly Column<Installment>[] => [
  { key: 'number', heading: homeText('number'), cell: ({ installmentNo }) => installmentNo },
  {
    key: 'due',
    heading: homeText('dueDate'),
    cell: (row) => (
      <span>
        {dayText(row.dueDate)}
        {effectiveDate !== null && row === installments[0] && (
          <FirstDueWhy date={row.dueDate} effectiveDate={effectiveDate} />
        )}
      </span>
    ),
  },
  {
    key: 'amount',
    heading: homeText('paymentAmount'),
    cell: (row) => (
      <span>
        {moneyText(row.amount)}
        {row === installments.at(-1) && <LastAmountWhy last={row} />}
      </span>
    ),
    numeric: true,
  },
  {
    key: 'principal',
    heading: homeText('principal'),
    cell: ({ principal }) => moneyText(principal),
    numeric: true,
  },
  {
    key: 'interest',
    heading: homeText('interest'),
    cell: ({ interest }) => moneyText(interest),
    numeric: true,
  },
  {
    key: 'left',
    heading: homeText('left'),
    cell: ({ balanceAfter }) => moneyText(balanceAfter),
    numeric: true,
  },
  { key: 'status', heading: homeText('status'), cell: ({ status }) => homeText(STATUS_TEXTS[status]) },
]

/** A debit told as its timeline, never as a bare number. */
const STATUS_TEXTS = {
  [TransactionStatus.none]: 'statusPlanned',
  [TransactionStatus.pending]: 'statusOnWay',
  [TransactionStatus.onBatch]: 'statusOnWay',
  [TransactionStatus.notChecked]: 'statusReceived',
  [TransactionStatus.checked]: 'statusReceived',
  [TransactionStatus.rejected]: 'statusRejected',
  [TransactionStatus.pastDue]: 'statusPastDue',
} as const satisfies Record<TransactionStatus, string>
