import type { ReactNode } from 'react'
import { AmountAxis, AxisText, type Plot } from '../chart/amount-axis.tsx'
import { ChartFigure, ChartLegend } from '../chart/chart-figure.tsx'
import styles from './share-columns.module.css'

/** A whole and the part taken from it. The numbers only draw. */
interface ShareColumn {
  label: string
  whole: number
  part: number
}

interface ShareColumnsProps {
  /** What the picture shows, in one sentence. */
  summary: string
  columns: readonly ShareColumn[]
  legend: { whole: string; part: string }
  formatAmount: (amount: number) => string
  /** The table with the same figures, folded under the picture. */
  table: ReactNode
  tableLabel: string
}

const HEIGHT = 200
const PLOT: Plot = { left: 56, right: 8, top: 12, bottom: 28 }
const WIDEST = 44
/** Pixels that a day on the axis needs. */
const LABEL_ROOM = 56

/** Wholes side by side, each with the part that is taken from it filled in. */
export function ShareColumns(props: ShareColumnsProps) {
  const { summary, columns, legend, formatAmount, table, tableLabel } = props
  return (
    <ChartFigure
      summary={summary}
      height={HEIGHT}
      draw={(width) => <Columns columns={columns} width={width} formatAmount={formatAmount} />}
      legend={
        <ChartLegend>
          <span className={styles.keyWhole}>{legend.whole}</span>
          <span className={styles.keyPart}>{legend.part}</span>
        </ChartLegend>
      }
      table={table}
      tableLabel={tableLabel}
    />
  )
}

interface ColumnsProps extends Pick<ShareColumnsProps, 'columns' | 'formatAmount'> {
  width: number
}

function Columns({ columns, width, formatAmount }: ColumnsProps) {
  const top = Math.max(1, ...columns.flatMap(({ whole, part }) => [whole, part]))
  const y = (amount: number) => PLOT.top + (1 - amount / top) * (HEIGHT - PLOT.top - PLOT.bottom)
  const step = (width - PLOT.left - PLOT.right) / Math.max(1, columns.length)
  const wide = Math.min(WIDEST, step * 0.7)
  const every = Math.max(1, Math.ceil(LABEL_ROOM / step))
  return (
    <>
      <AmountAxis plot={PLOT} width={width} top={top} y={y} formatAmount={formatAmount} />
      {columns.map(({ label, whole, part }, index) => {
        const left = PLOT.left + step * index + (step - wide) / 2
        return (
          <g key={`${index}-${label}`}>
            <rect className={styles.whole} x={left} width={wide} y={y(whole)} height={y(0) - y(whole)} />
            <rect className={styles.part} x={left} width={wide} y={y(part)} height={y(0) - y(part)} />
            {index % every === 0 && (
              <AxisText x={left + wide / 2} y={HEIGHT - 8} anchor="middle">
                {label}
              </AxisText>
            )}
          </g>
        )
      })}
    </>
  )
}
