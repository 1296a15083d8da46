import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import styles from './banner.module.css'

interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'danger'
  title?: string
  children: ReactNode
  /** A banner that appears while the page is open is announced; one that came with the page is not. */
  live?: boolean
}

const ICONS = { info: 'info', success: 'check', warning: 'warning', danger: 'error' } as const

/** A message within the page that stays. */
export function Banner({ tone, title, children, live = false }: BannerProps) {
  return (
    <div className={`${styles.banner} ${styles[tone]}`} role={live ? 'status' : undefined}>
      <Icon name={ICONS[tone]} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
