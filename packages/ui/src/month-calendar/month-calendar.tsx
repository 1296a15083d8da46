import styles from './month-calendar.module.css'

export type DayMark = 'in' | 'out' | 'own' | 'done' | 'closed'

export interface CalendarDay {
  day: number
  /** What happens on the day, one sign for each kind. */
  marks: readonly DayMark[]
  /** A day to look at before all others. */
  alarm: boolean
  /** Outside of what is shown; drawn faint. */
  outside: boolean
}

interface MonthCalendarProps {
  name: string
  /** Seven short names, in the order of the columns. */
  weekdays: readonly string[]
  /** Column of the first day, 0 to 6. */
  firstColumn: number
  days: readonly CalendarDay[]
}

const SIGNS = { in: '+', out: '−', own: '●', done: '✓', closed: '×' } as const satisfies Record<
  DayMark,
  string
>

/** A month at a glance. It only pictures what a table beside it says, so readers of the page skip it. */
export function MonthCalendar({ name, weekdays, firstColumn, days }: MonthCalendarProps) {
  return (
    <div className={styles.month} aria-hidden="true">
      <p className={styles.name}>{name}</p>
      <div className={styles.grid}>
        {weekdays.map((weekday, column) => (
          <span key={`${column}-${weekday}`} className={styles.weekday}>
            {weekday}
          </span>
        ))}
        {Array.from({ length: firstColumn }, (_, column) => (
          <span key={`before-${column}`} />
        ))}
        {days.map(({ day, marks, alarm, outside }) => (
          <span
            key={day}
            className={`${styles.day} ${alarm ? styles.alarm : ''} ${outside ? styles.outside : ''}`}
          >
            {day}
            <span className={styles.marks}>
              {marks.map((mark) => (
                <span key={mark} className={styles[mark]}>
                  {SIGNS[mark]}
                </span>
              ))}
            </span>
          </span>
        ))}
      </div>
    </div>
  )
}

/** What a sign stands for, written beside its picture. */
export function CalendarKey({ items }: { items: readonly { mark: DayMark; label: string }[] }) {
  return (
    <p className={styles.key} aria-hidden="true">
      {items.map(({ mark, label }) => (
        <span key={mark}>
          <span className={styles[mark]}>{SIGNS[mark]}</span> {label}
        </span>
      ))}
    </p>
  )
}
