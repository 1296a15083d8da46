import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import styles from './pill.module.css'

const ICONS = { good: 'check', warning: 'warning', bad: 'error' } as const

interface PillProps {
  tone: keyof typeof ICONS
  children: ReactNode
}

/** How something stands, in two or three words beside a picture: never by color alone (WCAG 1.4.1). */
export function Pill({ tone, children }: PillProps) {
  return (
    <span className={`${styles.pill} ${styles[tone]}`}>
      <Icon name={ICONS[tone]} size={16} />
      {children}
    </span>
  )
}
