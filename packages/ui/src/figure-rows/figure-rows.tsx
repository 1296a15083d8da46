import type { ReactNode } from 'react'
import styles from './figure-rows.module.css'

export interface FigureRow {
  readonly label: string
  readonly value: ReactNode
  /** Under the label, and under the value. */
  readonly note?: ReactNode
  readonly valueNote?: ReactNode
}

/** Names on the left, amounts on the right, each with a quiet line under it where there is more to say. */
export function FigureRows({ rows }: { rows: readonly FigureRow[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ label, value, note, valueNote }) => (
        <div key={label} className={styles.row}>
          <dt className={styles.label}>
            {label}
            {note && <span className={styles.note}>{note}</span>}
          </dt>
          <dd className={styles.value}>
            {value}
            {valueNote && <span className={styles.note}>{valueNote}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
