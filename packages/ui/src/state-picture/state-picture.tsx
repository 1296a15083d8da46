import { Icon, type IconName } from '../icon/icon.tsx'
import styles from './state-picture.module.css'

interface StatePictureProps {
  icon: IconName
  tone?: 'info' | 'success' | 'warning' | 'danger'
  /** It breathes while something is under way. */
  live?: boolean
}

/** How a matter stands, as the picture over a page's heading; the heading says the same in words. */
export function StatePicture({ icon, tone = 'info', live = false }: StatePictureProps) {
  return (
    <div className={`${styles.picture} ${styles[tone]} ${live ? styles.live : ''}`}>
      <Icon name={icon} size={40} />
    </div>
  )
}
