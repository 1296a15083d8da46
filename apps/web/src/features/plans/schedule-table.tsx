import { type Column, DataTable } from '@dolphin/ui/data-table/data-table'
import type { CallValue } from '../../api-client/call.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { planText } from './messages.ts'
import styles from './payment-plan.module.css'
import { FirstDueWhy, LastAmountWhy } from './schedule-why.tsx'

export type Schedule = Omit<CallValue<'calculatePaymentSchedule'>, 'affordability'>
type Installment = Schedule['installments'][number]

/** Every payment to the cent; the dates on which the borrower is paid are marked. */
export default function ScheduleTable({ schedule }: { schedule: Schedule }) {
  const { plan, installments } = schedule
  const { effectiveDate } = plan
  const paydays = new Set(schedule.paydays)
  const [first, last] = [installments[0], installments.at(-1)]
  const columns: readonly Column<Installment>[] = [
    { key: 'number', heading: planText('columnNumber'), cell: (row) => row.installmentNo },
    {
      key: 'date',
      heading: planText('columnDate'),
      cell: (row) => (
        <span>
          {dayText(row.dueDate)}
          {paydays.has(row.dueDate) && <span className={styles.payday}>{planText('payday')}</span>}
          {row === first && <FirstDueWhy date={row.dueDate} effectiveDate={effectiveDate} />}
        </span>
      ),
    },
    {
      key: 'amount',
      heading: planText('columnPayment'),
      cell: (row) => (
        <span>
          {moneyText(row.amount)}
          {row === last && <LastAmountWhy last={row} />}
        </span>
      ),
      numeric: true,
    },
    {
      key: 'principal',
      heading: planText('columnPrincipal'),
      cell: (row) => moneyText(row.principal),
      numeric: true,
    },
    {
      key: 'interest',
      heading: planText('columnInterest'),
      cell: (row) => moneyText(row.interest),
      numeric: true,
    },
    {
      key: 'balance',
      heading: planText('columnBalance'),
      cell: (row) => moneyText(row.balanceAfter),
      numeric: true,
    },
  ]
  return (
    <DataTable
      caption={planText('scheduleCaption')}
      hideCaption
      columns={columns}
      rows={installments}
      rowKey={(row) => String(row.installmentNo)}
    />
  )
}
