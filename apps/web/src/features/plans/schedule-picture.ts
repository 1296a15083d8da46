import type { ChartPoint } from '@dolphin/ui/balance-chart/balance-chart'
import { centsOf, centsText, shortDayText } from '../../app/wire-text.ts'

/** An amount beside a picture's axis: whole dollars, for the table has the cents. */
export const axisText = (amount: number): string => centsText(Math.round(amount)).replace(/\.\d{2}$/, '')

interface InstallmentFigures {
  readonly dueDate: string
  readonly principal: string
  readonly interest: string
  readonly fee: string
  readonly balanceAfter: string
}

/** A payment as a picture of its schedule has it; a fee is drawn with the interest. */
export const chartPoint = (row: InstallmentFigures): ChartPoint => ({
  label: shortDayText(row.dueDate),
  principal: centsOf(row.principal),
  interest: centsOf(row.interest) + centsOf(row.fee),
  balanceAfter: centsOf(row.balanceAfter),
})
