import { defineMessages } from '../messages/define-messages.ts'
import { es } from './calendar-messages.es.ts'

export const calendarText = defineMessages(
  {
    open: 'Pick from a calendar: {label}',
    close: 'Close the calendar: {label}',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    unavailable: 'Not available',
    keys: 'Arrow keys move by day, Page Up and Page Down by month.',
    afterToday: 'this day is after today',
    past: 'this day is in the past',
    weekend: 'banks are closed on weekends',
    holiday: 'bank holiday',
    namedHoliday: 'bank holiday, {name}',
    tooLateToday: 'it is too late for today',
    outOfRange: 'this day is not available',
    chooseDay: 'Choose a day',
    dayRefused: 'Pick another day: {reason}',
  },
  { es },
)
