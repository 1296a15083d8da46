import type { ReactNode } from 'react'
import styles from './lead-amount.module.css'

interface LeadAmountProps {
  amount: string
  /** What becomes of it, in the same breath: "will be taken from ••2333 on Tue, Dec 8". */
  children?: ReactNode
}

/** The one amount that a card or page is about, and what becomes of it. */
export function LeadAmount({ amount, children }: LeadAmountProps) {
  return (
    <>
      <span className={styles.amount}>{amount}</span>{' '}
      {children && <span className={styles.rest}>{children}</span>}
    </>
  )
}
