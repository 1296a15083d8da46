import type { ReactNode } from 'react'
import { ChartFigure } from '../chart/chart-figure.tsx'
import styles from './share-bar.module.css'

/** A part of a whole. The number only draws; the text says the amount to the cent. */
interface SharePart {
  label: string
  amount: number
  text: string
}

interface ShareBarProps {
  /** What the picture shows, in one sentence. */
  summary: string
  /** At most three, in the order of the bar; those without an amount are left out. */
  parts: readonly SharePart[]
  /** The table with the same figures, folded under the picture. */
  table: ReactNode
  tableLabel: string
}

const HEIGHT = 36
const GAP = 2
/** A narrower part would be invisible. */
const LEAST_WIDTH = 4
const TONES = ['first', 'second', 'third'] as const

/** A whole laid out as one bar of its parts, each named with its amount under it. */
export function ShareBar({ summary, parts, table, tableLabel }: ShareBarProps) {
  const shown = parts.filter(({ amount }) => amount > 0).slice(0, TONES.length)
  return (
    <ChartFigure
      summary={summary}
      height={HEIGHT}
      draw={(width) =>
        segments(shown, width).map(({ label, left, wide }, index) => (
          <rect
            key={label}
            className={styles[TONES[index] ?? 'third']}
            x={left + 1}
            y={1}
            width={wide}
            height={HEIGHT - 2}
            rx={4}
          />
        ))
      }
      legend={
        <ul className={styles.legend}>
          {shown.map(({ label, text }, index) => (
            <li key={label} className={styles[`${TONES[index] ?? 'third'}Key`]}>
              <span>{label}</span> <strong>{text}</strong>
            </li>
          ))}
        </ul>
      }
      table={table}
      tableLabel={tableLabel}
    />
  )
}

/** Where each part begins and how wide it is; a small one stays visible at the cost of the largest. */
function segments(parts: readonly SharePart[], width: number) {
  const whole = parts.reduce((sum, { amount }) => sum + amount, 0)
  const room = width - 2 - GAP * Math.max(0, parts.length - 1)
  const wides = parts.map(({ amount }) => Math.max(LEAST_WIDTH, (amount / whole) * room))
  const over = wides.reduce((sum, wide) => sum + wide, 0) - room
  const widest = wides.indexOf(Math.max(...wides))
  let left = 0
  return parts.map(({ label }, index) => {
    const wide = Math.max(1, (wides[index] ?? 0) - (index === widest ? over : 0))
    const segment = { label, left, wide }
    left += wide + GAP
    return segment
  })
}
