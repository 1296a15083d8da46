import type { ReactNode } from 'react'
import { useId } from 'react'
import { Folded } from '../folded/folded.tsx'
import styles from './balance-chart.module.css'
import { useWidth } from './use-width.ts'

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
const PLOT = { left: 56, right: 12, top: 12, bottom: 30 }

/** Payments as bars (principal below interest) and the balance falling over them as a line. */
export function BalanceChart(props: BalanceChartProps) {
  const titleId = useId()
  const { svg, width } = useWidth()
  return (
    <figure className={styles.figure}>
      <p id={titleId} className={styles.summary}>
        {props.title}
      </p>
      {/* A drawing in the page, not a file */}
      <svg
        ref={svg}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className={styles.chart}
        role="img"
        aria-labelledby={titleId}
      >
        <Marks {...props} width={width} />
      </svg>
      <figcaption className={styles.legend}>
        <span className={styles.keyPrincipal}>{props.legend.principal}</span>
        <span className={styles.keyInterest}>{props.legend.interest}</span>
        <span className={styles.keyBalance}>{props.legend.balance}</span>
        {props.comparison && <span className={styles.keyComparison}>{props.legend.comparison}</span>}
      </figcaption>
      <Folded summary={props.tableLabel}>{props.table}</Folded>
    </figure>
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
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line
            className={styles.grid}
            x1={PLOT.left}
            x2={width - PLOT.right}
            y1={scale.y(scale.top * share)}
            y2={scale.y(scale.top * share)}
          />
          <text className={styles.axis} x={PLOT.left - 8} y={scale.y(scale.top * share) + 4} textAnchor="end">
            {formatAmount(scale.top * share)}
          </text>
        </g>
      ))}
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
      <text className={styles.axis} x={scale.x(1)} y={HEIGHT - 8} textAnchor="middle">
        {points[0]?.label}
      </text>
      {points.length > 2 && (
        <text className={styles.axis} x={width - PLOT.right} y={HEIGHT - 8} textAnchor="end">
          {points.at(-1)?.label}
        </text>
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
