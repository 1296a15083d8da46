import { type ReactNode, useState } from 'react'
import styles from './folds.module.css'

/** Rows that open in place, one below the other. */
export function Folds({ children }: { children: ReactNode }) {
  return <div className={styles.folds}>{children}</div>
}

interface FoldProps {
  summary: string
  /** What must be known without opening it. */
  alert?: string | undefined
  /** Created on first opening: content that stays closed is not loaded. */
  children: () => ReactNode
}

/** One row: the browser's own disclosure, with its keys and its state. */
export function Fold({ summary, alert, children }: FoldProps) {
  const [asked, setAsked] = useState(false)
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) setAsked(true)
      }}
    >
      <summary>
        {summary}
        {alert !== undefined && <span className={styles.alert}> {alert}</span>}
      </summary>
      {asked && <div className={styles.content}>{children()}</div>}
    </details>
  )
}
