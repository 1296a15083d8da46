import type { ReactNode } from 'react'
import styles from './card.module.css'

interface CardProps {
  children: ReactNode
  /** "accent" sets the one card of a page that matters most apart. */
  tone?: 'plain' | 'accent' | 'quiet'
}

/** A raised sheet that holds one matter. */
export function Card({ children, tone = 'plain' }: CardProps) {
  return <div className={`${styles.card} ${styles[tone]}`}>{children}</div>
}
