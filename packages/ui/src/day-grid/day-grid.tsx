import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { dayWords, epochDayOf, monthStart, monthsLater, weekdayOf, wireOf } from './civil-day.ts'
import styles from './day-grid.module.css'

/** The words around the days, in the reader's language. */
export interface DayGridWords {
  readonly previousMonth: string
  readonly nextMonth: string
  /** Said of a day that cannot be taken, before its reason: "Not available". */
  readonly unavailable: string
  /** How the keys move, for those who have them. */
  readonly keys: string
}

interface DayGridProps {
  /** The chosen day, or text that is none. */
  value: string
  /** Where the grid opens while no day is chosen. */
  start: string
  language: string
  words: DayGridWords
  /** Why a day cannot be taken; undefined where it can. */
  reasonAgainst: (day: string) => string | undefined
  onChoose: (day: string) => void
  onClose: () => void
}

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const
/** A Sunday, to name the columns by. */
const A_SUNDAY = 3

/** From the day in focus to the next, by key; Shift turns a month into a year. Source: WAI-ARIA date grid. */
function dayByKey(key: string, shift: boolean, day: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return day - 1
    case 'ArrowRight':
      return day + 1
    case 'ArrowUp':
      return day - 7
    case 'ArrowDown':
      return day + 7
    case 'Home':
      return day - weekdayOf(day)
    case 'End':
      return day + 6 - weekdayOf(day)
    case 'PageUp':
      return monthsLater(day, shift ? -12 : -1)
    case 'PageDown':
      return monthsLater(day, shift ? 12 : 1)
    default:
      return undefined
  }
}

/** A month to choose a day from, by finger or by keys; a day that cannot be taken stays in reach and says why. */
export function DayGrid({ value, start, language, words, reasonAgainst, onChoose, onClose }: DayGridProps) {
  const chosen = epochDayOf(value)
  const [focus, setFocus] = useState(() => chosen ?? epochDayOf(start) ?? 0)
  const [reason, setReason] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [])
  const say = (day: number) => {
    const against = reasonAgainst(wireOf(day))
    setReason(against && `${dayName(day, language)}: ${against}`)
    return against
  }
  const move = (day: number) => {
    setFocus(day)
    say(day)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose()
    const next = dayByKey(event.key, event.shiftKey, focus)
    if (next === undefined || !(event.target instanceof HTMLElement) || !event.target.dataset['day']) return
    event.preventDefault()
    move(next)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  return (
    <div ref={box} className={styles.grid}>
      <div className={styles.head}>
        <TurnButton
          icon="back"
          label={words.previousMonth}
          onClick={() => move(monthsLater(focus, -1))}
          onKeyDown={onKeyDown}
        />
        <p className={styles.month} aria-live="polite">
          {dayWords(focus, language, { month: 'long', year: 'numeric' })}
        </p>
        <TurnButton
          icon="forward"
          label={words.nextMonth}
          onClick={() => move(monthsLater(focus, 1))}
          onKeyDown={onKeyDown}
        />
      </div>
      <table className={styles.table} role="grid" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEK.map((column) => (
              <th key={column} scope="col" abbr={dayWords(A_SUNDAY + column, language, { weekday: 'long' })}>
                {dayWords(A_SUNDAY + column, language, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focus).map((week) => (
            <tr key={week}>
              {WEEK.map((column) => (
                <DayCell
                  key={column}
                  day={week + column}
                  month={monthStart(focus)}
                  isFocus={week + column === focus}
                  isChosen={week + column === chosen}
                  language={language}
                  unavailable={words.unavailable}
                  against={reasonAgainst(wireOf(week + column))}
                  onPress={(day) => {
                    setFocus(day)
                    if (say(day) === undefined) onChoose(wireOf(day))
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.reason} role="status">
        {reason ?? words.keys}
      </p>
    </div>
  )
}

interface TurnButtonProps {
  icon: 'back' | 'forward'
  label: string
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function TurnButton({ icon, label, ...acts }: TurnButtonProps) {
  return (
    <button type="button" className={styles.turn} aria-label={label} {...acts}>
      <Icon name={icon} />
    </button>
  )
}

interface DayCellProps {
  day: number
  /** First day of the month that is shown. */
  month: number
  isFocus: boolean
  isChosen: boolean
  language: string
  unavailable: string
  against: string | undefined
  onPress: (day: number) => void
}

function DayCell(props: DayCellProps) {
  const { day, month, isFocus, isChosen, language, unavailable, against, onPress } = props
  if (monthStart(day) !== month) return <td>{'\u00a0'}</td>
  const name = dayName(day, language)
  return (
    <td aria-selected={isChosen}>
      <button
        type="button"
        data-day={day}
        className={`${styles.day} ${isChosen ? styles.chosen : ''}`}
        tabIndex={isFocus ? 0 : -1}
        aria-disabled={against === undefined ? undefined : true}
        aria-label={against === undefined ? name : `${name}. ${unavailable}: ${against}`}
        onClick={() => onPress(day)}
      >
        {day - month + 1}
      </button>
    </td>
  )
}

const dayName = (day: number, language: string): string => dayWords(day, language, { dateStyle: 'full' })

/** The Sundays that begin the weeks of the day's month. */
function weeksOf(day: number): readonly number[] {
  const first = monthStart(day)
  const end = monthStart(day, 1)
  const sunday = first - weekdayOf(first)
  return Array.from({ length: Math.ceil((end - sunday) / 7) }, (_, week) => sunday + week * 7)
}
