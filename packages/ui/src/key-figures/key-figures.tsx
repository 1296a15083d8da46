import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import styles from './key-figures.module.css'

export interface KeyFigure {
  label: string
  value: ReactNode
  note?: ReactNode
  /** A picture beside the label, for those who look rather than read. */
  icon?: IconName | undefined
  /** The one figure to see first. */
  strong?: boolean
}

/** More than an amount, such as a date: set smaller, so that it breaks between words and not within. */
const LONGEST_FIGURE = 11
const isLong = (value: ReactNode): boolean => typeof value === 'string' && value.length > LONGEST_FIGURE

/** A few numbers large enough to be seen at a glance. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map((figure) => (
        <div key={figure.label} className={`${styles.figure} ${figure.strong ? styles.strong : ''}`}>
          <dt className={styles.label}>
            {figure.icon && <Icon name={figure.icon} size={18} />}
            {figure.label}
          </dt>
          <dd className={`${styles.value} ${isLong(figure.value) ? styles.long : ''}`}>{figure.value}</dd>
          {figure.note && <dd className={styles.note}>{figure.note}</dd>}
        </div>
      ))}
    </dl>
  )
}
