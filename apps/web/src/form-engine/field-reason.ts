import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type AllowedDates, forbiddenBy } from '@dolphin/domain/form/allowed-dates'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { validateElement } from '@dolphin/domain/form/validate-form'
import { saidOf } from '../messages/in-page-language.ts'
import { calendarText } from './calendar-messages.ts'
import { holidayWords } from './day-reasons.ts'
import type { FormContext } from './form-store.ts'

const WORDS = {
  'end-now': 'afterToday',
  'start-now': 'past',
  'no-weekend': 'weekend',
} as const satisfies Record<Exclude<AllowedDates, 'no-holiday'>, string>

/** Why a date field of a form would refuse a day, for the calendar beside it; undefined where it would take it. */
export function fieldReason(element: FormElement, context: FormContext, day: string): string | undefined {
  const date = parseLocalDate(day)
  if (date === undefined) return undefined
  const forbidden = forbiddenBy(date, element.foregroundProperty?.allowedDates ?? [], context)
  if (forbidden === 'no-holiday') return holidayWords(context.holidayNames?.get(date))
  if (forbidden !== null) return calendarText(WORDS[forbidden])
  return saidOf(validateElement(element, { [element.elementKey]: day }, context)[0]?.message)
}
