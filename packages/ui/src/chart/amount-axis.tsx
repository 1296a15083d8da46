import styles from './amount-axis.module.css'

/** Where the marks of a picture stand within it, in pixels from its edges. */
export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface AmountAxisProps {
  plot: Plot
  width: number
  /** The largest amount drawn. */
  top: number
  y: (amount: number) => number
  formatAmount: (amount: number) => string
}

/** Lines at nothing, half and all of the largest amount, each named at its left. */
export function AmountAxis({ plot, width, top, y, formatAmount }: AmountAxisProps) {
  return [0, 0.5, 1].map((share) => (
    <g key={share}>
      <line
        className={styles.line}
        x1={plot.left}
        x2={width - plot.right}
        y1={y(top * share)}
        y2={y(top * share)}
      />
      <AxisText x={plot.left - 8} y={y(top * share) + 4} anchor="end">
        {formatAmount(top * share)}
      </AxisText>
    </g>
  ))
}

interface AxisTextProps {
  x: number
  y: number
  anchor: 'middle' | 'end'
  children: string | undefined
}

/** Words on an axis. */
export function AxisText({ x, y, anchor, children }: AxisTextProps) {
  return (
    <text className={styles.text} x={x} y={y} textAnchor={anchor}>
      {children}
    </text>
  )
}
