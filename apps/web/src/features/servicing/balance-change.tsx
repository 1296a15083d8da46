import { BalanceChart } from '@dolphin/ui/balance-chart/balance-chart'
import { DataTable } from '@dolphin/ui/data-table/data-table'
import { axisText } from '../plans/schedule-picture.ts'
import { centsOf, centsText, dayText, moneyText, shortDayText } from '../../app/wire-text.ts'
import type { ChangeResult } from './change-call.ts'
import { alignSchedules, startBalance } from './align-schedules.ts'
import { changeText } from './change-messages.ts'

/** How the principal falls with the change and without: one picture over the same days, and its figures. */
export function BalanceChange({ preview }: { preview: ChangeResult }) {
  const rows = alignSchedules(preview.oldSchedule, preview.newSchedule)
  const start = startBalance(preview.newSchedule)
  if (rows.length === 0 || start === undefined) return null
  return (
    <BalanceChart
      title={changeText('pairChart', {
        after: dayText(preview.newSchedule.at(-1)?.dueDate ?? preview.holdsFrom),
        before: dayText(preview.oldSchedule.at(-1)?.dueDate ?? preview.holdsFrom),
      })}
      startBalance={start}
      points={rows.map(({ date, paid, after }) => ({
        label: shortDayText(date),
        principal: paid === undefined ? 0 : centsOf(paid.principal),
        interest: paid === undefined ? 0 : centsOf(paid.interest) + centsOf(paid.fee),
        balanceAfter: after,
      }))}
      comparison={[start, ...rows.map(({ before }) => before)]}
      legend={{
        principal: changeText('chartPrincipal'),
        interest: changeText('chartInterest'),
        balance: changeText('chartAfter'),
        comparison: changeText('chartBefore'),
      }}
      formatAmount={axisText}
      tableLabel={changeText('chartTable')}
      table={
        <DataTable
          caption={changeText('pairTitle')}
          hideCaption
          rows={rows}
          rowKey={({ date }) => date}
          columns={[
            { key: 'day', heading: changeText('columnDay'), cell: ({ date }) => dayText(date) },
            {
              key: 'amount',
              heading: changeText('columnAmount'),
              cell: ({ paid }) => (paid === undefined ? '–' : moneyText(paid.amount)),
              numeric: true,
            },
            {
              key: 'after',
              heading: changeText('chartAfter'),
              cell: ({ after }) => centsText(after),
              numeric: true,
            },
            {
              key: 'before',
              heading: changeText('chartBefore'),
              cell: ({ before }) => centsText(before),
              numeric: true,
            },
          ]}
        />
      }
    />
  )
}
