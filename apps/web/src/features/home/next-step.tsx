import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './home.module.css'

interface NextStepProps {
  icon: IconName
  title: string
  lead: string
  /** Where the one clear step leads. */
  href: string
  label: string
  children?: ReactNode
  /** A quieter way out, under the step. */
  wayOut?: ReactNode
}

/** The one thing to do now, before everything else on the page. */
export function NextStep({ icon, title, lead, href, label, children, wayOut }: NextStepProps) {
  return (
    <Card tone="accent">
      <div className={styles.next}>
        <div className={styles.picture}>
          <Icon name={icon} size={36} />
        </div>
        <div className={styles.nextWords}>
          <h2 className={styles.nextTitle}>{title}</h2>
          <p>{lead}</p>
          {children}
          <p className={styles.nextAct}>
            <Link href={href} className={buttonClass('forward')}>
              {label}
            </Link>
          </p>
          {wayOut}
        </div>
      </div>
    </Card>
  )
}
