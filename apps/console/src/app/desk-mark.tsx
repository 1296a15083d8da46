import mark from '../theme/desk.svg'
import styles from './frame.module.css'

/** The name of these pages. It belongs to no portfolio. */
export function DeskMark() {
  return (
    <span className={styles.mark}>
      <img src={mark} alt="" width="24" height="24" />
      <span>Desk</span>
    </span>
  )
}
