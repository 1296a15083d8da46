import { BalanceChart } from '@dolphin/ui/balance-chart/balance-chart'
import { axisText, chartPoint } from './schedule-picture.ts'
import ScheduleTable, { type Schedule } from './schedule-table.tsx'
import { centsOf, dayText, moneyText } from '../../app/wire-text.ts'
import { planText } from './messages.ts'

/** The schedule as a picture of the falling balance, with the table of the same figures folded under it. */
export function ScheduleView({ schedule }: { schedule: Schedule }) {
  const { plan, installments } = schedule
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
      table={<ScheduleTable schedule={schedule} />}
    />
  )
}
