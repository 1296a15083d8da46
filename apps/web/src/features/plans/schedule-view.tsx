import { BalanceChart } from '@dolphin/ui/balance-chart/balance-chart'
import { type Column, DataTable } from '@dolphin/ui/data-table/data-table'
import type { CallValue } from '../../api-client/call.ts'
import { FirstDueWhy, LastAmountWhy } from './schedule-why.tsx'
import { axisText, chartPoint } from './schedule-picture.ts'
import { centsOf, dayText, moneyText } from '../../app/wire-text.ts'
import { planText } from './messages.ts'
import styles from './payment-plan.module.css'

export type Schedule = Omit<CallValue<'calculatePaymentSchedule'>, 'affordability'>
type Installment = Schedule['installments'][number]

/** The schedule as a picture of the falling balance, with the table of the same figures folded under it. */
export function ScheduleView({ schedule }: { schedule: Schedule }) {
  const { plan, installments, paydays } = schedule
  return (
    <BalanceChart
      title={planText('chartTitle', {
        start: moneyText(plan.amount),
        number: plan.number,
        installment: moneyText(plan.installment),
        last: dayText(plan.lastDate),
      })}
      startBalance={centsOf(plan.amount)}
      points={installments.map(chartPoint)}
      legend={{
        principal: planText('chartPrincipal'),
        interest: planText('chartInterest'),
        balance: planText('chartBalance'),
      }}
      formatAmount={axisText}
      tableLabel={planText('scheduleTable')}
      table={
        <ScheduleTable
          installments={installments}
          paydays={new Set(paydays)}
          effectiveDate={plan.effectiveDate}
        />
      }
    />
  )
}

interface ScheduleTableProps {
  installments: readonly Installment[]
  paydays: ReadonlySet<string>
  effectiveDate: string
}

/** Every payment to the cent; the dates on which the borrower is paid are marked. */
function ScheduleTable({ installments, paydays, effectiveDate }: ScheduleTableProps) {
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
