import type { ReactNode } from 'react'
import { AmountAxis, AxisText, type Plot } from '../chart/amount-axis.tsx'
import { ChartFigure, ChartLegend } from '../chart/chart-figure.tsx'
import styles from './balance-chart.module.css'

/** One payment. The numbers only place marks; the texts say the amounts to the cent. */
export interface ChartPoint {
  label: string
  principal: number
  interest: number
  balanceAfter: number
}

interface BalanceChartProps {
  /** What the picture shows, in one sentence: read by everybody, and the picture's name. */
  title: string
  points: readonly ChartPoint[]
  /** The balance before the first payment. */
  startBalance: number
  /** The same schedule under another plan, drawn dashed. */
  comparison?: readonly number[] | undefined
  legend: { principal: string; interest: string; balance: string; comparison?: string | undefined }
  /** How an amount on the axis is written. */
  formatAmount: (amount: number) => string
  /** The table with the same figures, folded under the picture. */
  table: ReactNode
  tableLabel: string
}

const HEIGHT = 240
const PLOT: Plot = { left: 56, right: 12, top: 12, bottom: 30 }

/** Payments as bars (principal below interest) and the balance falling over them as a line. */
export function BalanceChart(props: BalanceChartProps) {
  const { title, legend, comparison, table, tableLabel } = props
  return (
    <ChartFigure
      summary={title}
      height={HEIGHT}
      draw={(width) => <Marks {...props} width={width} />}
      legend={
        <ChartLegend>
          <span className={styles.keyPrincipal}>{legend.principal}</span>
          <span className={styles.keyInterest}>{legend.interest}</span>
          <span className={styles.keyBalance}>{legend.balance}</span>
          {comparison && <span className={styles.keyComparison}>{legend.comparison}</span>}
        </ChartLegend>
      }
      table={table}
      tableLabel={tableLabel}
    />
  )
}

function Marks({
  points,
  startBalance,
  comparison,
  formatAmount,
  width,
}: BalanceChartProps & { width: number }) {
  const scale = scales(points, startBalance, width)
  const line = [startBalance, ...points.map((point) => point.balanceAfter)]
  return (
    <>
      <AmountAxis plot={PLOT} width={width} top={scale.top} y={scale.y} formatAmount={formatAmount} />
      {points.map((point, index) => (
        <g key={`${index}-${point.label}`}>
          <rect
            className={styles.principal}
            x={scale.bar(index)}
            width={scale.barWidth}
            y={scale.y(point.principal)}
            height={scale.y(0) - scale.y(point.principal)}
          />
          <rect
            className={styles.interest}
            x={scale.bar(index)}
            width={scale.barWidth}
            y={scale.y(point.principal + point.interest)}
            height={scale.y(point.principal) - scale.y(point.principal + point.interest)}
          />
        </g>
      ))}
      {comparison && <polyline className={styles.comparison} points={path(comparison, scale)} />}
      <polyline className={styles.balance} points={path(line, scale)} />
      <AxisText x={scale.x(1)} y={HEIGHT - 8} anchor="middle">
        {points[0]?.label}
      </AxisText>
      {points.length > 2 && (
        <AxisText x={width - PLOT.right} y={HEIGHT - 8} anchor="end">
          {points.at(-1)?.label}
        </AxisText>
      )}
    </>
  )
}

interface Scale {
  top: number
  barWidth: number
  x: (step: number) => number
  y: (amount: number) => number
  bar: (index: number) => number
}

function scales(points: readonly ChartPoint[], startBalance: number, width: number): Scale {
  const top = Math.max(startBalance, ...points.map((point) => point.principal + point.interest), 1)
  const step = (width - PLOT.left - PLOT.right) / Math.max(points.length + 0.5, 1)
  const barWidth = Math.min(28, step * 0.6)
  const x = (position: number) => PLOT.left + position * step
  return {
    top,
    barWidth,
    x,
    y: (amount) => PLOT.top + (1 - amount / top) * (HEIGHT - PLOT.top - PLOT.bottom),
    bar: (index) => x(index + 1) - barWidth / 2,
  }
}

function path(balances: readonly number[], scale: Scale): string {
  return balances
    .map((balance, step) => `${scale.x(step).toFixed(1)},${scale.y(balance).toFixed(1)}`)
    .join(' ')
}
