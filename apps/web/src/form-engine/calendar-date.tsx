import { DateInput } from '@dolphin/ui/date-input/date-input'
import { Icon } from '@dolphin/ui/icon/icon'
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react'
import { dateLocale } from '../messages/define-messages.ts'
import styles from './calendar-date.module.css'
import { calendarText } from './calendar-messages.ts'
import { controlText } from './control-messages.ts'

/** Only for those who open it. */
const DayGrid = lazy(async () => ({ default: (await import('@dolphin/ui/day-grid/day-grid')).DayGrid }))

interface CalendarDateProps extends Omit<ComponentProps<typeof DateInput>, 'placeholder' | 'suffix'> {
  /** Names the calendar, as the field's own label does. */
  label: string
  /** YYYY-MM-DD where the calendar opens while no day is chosen. */
  start: string
  /** Why a day cannot be taken, in words; undefined where it can. */
  reasonAgainst: (day: string) => string | undefined
}

/** A day, typed or picked from a calendar beside it that says why a day cannot be taken. */
export function CalendarDate({ label, start, reasonAgainst, ...input }: CalendarDateProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <DateInput
        {...input}
        placeholder={controlText('datePattern')}
        suffix={
          <button
            ref={button}
            type="button"
            className={styles.open}
            aria-expanded={isOpen}
            aria-label={calendarText(isOpen ? 'close' : 'open', { label })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="calendar" />
          </button>
        }
      />
      {isOpen && (
        <Suspense>
          <DayGrid
            value={input.value}
            start={start}
            language={dateLocale()}
            words={{
              previousMonth: calendarText('previousMonth'),
              nextMonth: calendarText('nextMonth'),
              unavailable: calendarText('unavailable'),
              keys: calendarText('keys'),
            }}
            reasonAgainst={reasonAgainst}
            onChoose={(day) => {
              input.onChange(day)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
