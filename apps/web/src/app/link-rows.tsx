import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './link-rows.module.css'

export interface LinkRow {
  readonly href: string
  readonly title: string
  readonly hint?: ReactNode
  readonly icon?: IconName
}

/** A plain list of places to go, each a whole row to press. */
export function LinkRows({ rows }: { rows: readonly LinkRow[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ href, title, hint, icon }) => (
        <li key={href}>
          <Link href={href} className={styles.row}>
            {icon && <Icon name={icon} />}
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              {hint && <span className={styles.hint}>{hint}</span>}
            </span>
            <Icon name="forward" size={20} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
