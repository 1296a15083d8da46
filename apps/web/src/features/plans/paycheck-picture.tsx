import { DataTable } from '@dolphin/ui/data-table/data-table'
import { ShareColumns } from '@dolphin/ui/share-columns/share-columns'
import { axisText } from './schedule-picture.ts'
import { centsText, dayText, shortDayText } from '../../app/wire-text.ts'
import { affordText } from './affordability-messages.ts'
import type { Affordability } from './cash-months.ts'
import { paychecks } from './paychecks.ts'

/** Each paycheck of the outlook, and what of it goes to this loan before the next one comes. */
export function PaycheckPicture({ affordability }: { affordability: Affordability }) {
  const rows = paychecks(affordability)
  const [tightest] = rows.toSorted((left, right) => right.payment / right.pay - left.payment / left.pay)
  if (tightest === undefined || tightest.payment === 0) return null
  return (
    <ShareColumns
      summary={affordText('paycheckSummary', {
        payment: centsText(tightest.payment),
        pay: centsText(tightest.pay),
        date: dayText(tightest.date),
      })}
      columns={rows.map(({ date, pay, payment }) => ({
        label: shortDayText(date),
        whole: pay,
        part: payment,
      }))}
      legend={{ whole: affordText('paycheck'), part: affordText('installment') }}
      formatAmount={axisText}
      tableLabel={affordText('paycheckTable')}
      table={
        <DataTable
          caption={affordText('paycheckCaption')}
          hideCaption
          rows={rows}
          rowKey={({ date }) => date}
          columns={[
            { key: 'date', heading: affordText('payday'), cell: ({ date }) => dayText(date) },
            {
              key: 'pay',
              heading: affordText('paycheck'),
              cell: ({ pay }) => centsText(pay),
              numeric: true,
            },
            {
              key: 'payment',
              heading: affordText('installment'),
              cell: ({ payment }) => centsText(payment),
              numeric: true,
            },
            {
              key: 'left',
              heading: affordText('columnLeft'),
              cell: ({ pay, payment }) => centsText(pay - payment),
              numeric: true,
            },
          ]}
        />
      }
    />
  )
}
