import type { ReactNode } from 'react'
import styles from './summary-list.module.css'

export interface SummaryRow {
  label: string
  value: ReactNode
  /** A link or button that leads to where the answer is changed. */
  action?: ReactNode
}

/** Answers to check, each with its way back (GOV.UK check answers). */
export function SummaryList({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <dl className={styles.list}>
      {rows.map((row) => (
        <div key={row.label} className={styles.row}>
          <dt className={styles.label}>{row.label}</dt>
          <dd className={styles.value}>{row.value}</dd>
          {row.action && <dd className={styles.action}>{row.action}</dd>}
        </div>
      ))}
    </dl>
  )
}
