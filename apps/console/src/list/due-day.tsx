import { civilDayText } from '../time/instant-text.ts'
import styles from './due-day.module.css'
import { listText } from './messages.ts'

/** A day by which something is to be done; one that is over says so. */
export const DueDay = ({ day, isOver }: { day: string; isOver: boolean }) => (
  <span data-overdue={isOver || undefined} className={styles.due}>
    {civilDayText(day)}
    {isOver && <span className={`small ${styles.overdue}`}> {listText.overdue}</span>}
  </span>
)
