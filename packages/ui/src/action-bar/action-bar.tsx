import type { MouseEventHandler, ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import styles from './action-bar.module.css'

interface ActionBarProps {
  /** The buttons in reading order: `BackArrow`, if there is a way back, then the forward button. */
  children: ReactNode
  /** Stands over the buttons and stays with them, such as what the choice costs. */
  above?: ReactNode
}

/**
 * The buttons of a step. On a phone they stay at the bottom of the window, across its whole width; where there is
 * room they stand under the content. A page has one of them, and its card lies flat on a phone.
 */
export function ActionBar({ children, above }: ActionBarProps) {
  return (
    <div className={styles.bar} data-action-bar>
      {above}
      <div className={styles.buttons}>{children}</div>
    </div>
  )
}

interface BackArrowProps {
  /** The accessible name, such as "Back". */
  label: string
  onClick: MouseEventHandler<HTMLButtonElement>
}

/** The orange way back as an arrow of 50 by 48 px, left of the forward button (product.md §9). */
export function BackArrow({ label, onClick }: BackArrowProps) {
  return (
    <Button variant="back" className={styles.back ?? ''} aria-label={label} title={label} onClick={onClick}>
      <Icon name="arrowBack" size={22} />
    </Button>
  )
}
