import { BalanceChart } from '@dolphin/ui/balance-chart/balance-chart'
import { DataTable } from '@dolphin/ui/data-table/data-table'
import { axisText, chartPoint } from '../plans/schedule-picture.ts'
import { centsOf, centsText, dayText, moneyText } from '../../app/wire-text.ts'
import { repaymentText } from './messages.ts'
import type { LoanDetail } from './step-props.ts'

/** How the loan gets smaller: a picture, and a table with the figures of the answer to the cent. */
export function BalancePicture({ detail }: { detail: LoanDetail }) {
  const { approvedAmount, installments } = detail
  const last = installments.at(-1)
  if (last === undefined) return null
  return (
    <BalanceChart
      title={repaymentText('chartTitle', {
        amount: moneyText(approvedAmount),
        date: dayText(last.dueDate),
      })}
      startBalance={centsOf(approvedAmount)}
      points={installments.map(chartPoint)}
      legend={{
        principal: repaymentText('principal'),
        interest: repaymentText('interest'),
        balance: repaymentText('left'),
      }}
      formatAmount={axisText}
      tableLabel={repaymentText('chartTable')}
      table={
        <DataTable
          caption={repaymentText('chartHeading')}
          hideCaption
          rows={installments}
          rowKey={({ installmentNo }) => String(installmentNo)}
          columns={[
            { key: 'day', heading: repaymentText('day'), cell: ({ dueDate }) => dayText(dueDate) },
            {
              key: 'amount',
              heading: repaymentText('amount'),
              cell: ({ amount }) => moneyText(amount),
              numeric: true,
            },
            {
              key: 'principal',
              heading: repaymentText('principal'),
              cell: ({ principal }) => moneyText(principal),
              numeric: true,
            },
            {
              key: 'interest',
              heading: repaymentText('interest'),
              cell: ({ interest, fee }) => centsText(centsOf(interest) + centsOf(fee)),
              numeric: true,
            },
            {
              key: 'left',
              heading: repaymentText('left'),
              cell: ({ balanceAfter }) => moneyText(balanceAfter),
              numeric: true,
            },
          ]}
        />
      }
    />
  )
}
