import { type ReactNode, useId } from 'react'
import { useWidth } from '../balance-chart/use-width.ts'
import { Folded } from '../folded/folded.tsx'
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
const PLOT = { left: 56, right: 8, top: 12, bottom: 28 }
const WIDEST = 44
/** Pixels that a day on the axis needs. */
const LABEL_ROOM = 56

/** Wholes side by side, each with the part that is taken from it filled in. */
export function ShareColumns(props: ShareColumnsProps) {
  const { summary, columns, legend, formatAmount, table, tableLabel } = props
  const summaryId = useId()
  const { svg, width } = useWidth()
  return (
    <figure className={styles.figure}>
      <p id={summaryId} className={styles.summary}>
        {summary}
      </p>
      {/* A drawing in the page, not a file */}
      <svg
        ref={svg}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className={styles.chart}
        role="img"
        aria-labelledby={summaryId}
      >
        <Columns columns={columns} width={width} formatAmount={formatAmount} />
      </svg>
      <figcaption className={styles.legend}>
        <span className={styles.keyWhole}>{legend.whole}</span>
        <span className={styles.keyPart}>{legend.part}</span>
      </figcaption>
      <Folded summary={tableLabel}>{table}</Folded>
    </figure>
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
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line
            className={styles.grid}
            x1={PLOT.left}
            x2={width - PLOT.right}
            y1={y(top * share)}
            y2={y(top * share)}
          />
          <text className={styles.axis} x={PLOT.left - 8} y={y(top * share) + 4} textAnchor="end">
            {formatAmount(top * share)}
          </text>
        </g>
      ))}
      {columns.map(({ label, whole, part }, index) => {
        const left = PLOT.left + step * index + (step - wide) / 2
        return (
          <g key={`${index}-${label}`}>
            <rect className={styles.whole} x={left} width={wide} y={y(whole)} height={y(0) - y(whole)} />
            <rect className={styles.part} x={left} width={wide} y={y(part)} height={y(0) - y(part)} />
            {index % every === 0 && (
              <text className={styles.axis} x={left + wide / 2} y={HEIGHT - 8} textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}
