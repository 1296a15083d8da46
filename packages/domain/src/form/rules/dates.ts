import { parseLocalDate } from '../../calendar/local-date.ts'
import { ageOn } from '../age.ts'
import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** A day that exists in the calendar. Ours. */
export const validDate = defineRule({
  name: 'validDate',
  check: (value) => parseLocalDate(valueText(value)) !== undefined,
  message: worded({
    en: (label) => `${label} should be a valid date`,
    es: (label) => `${label} debe ser una fecha válida`,
  }),
})

/** Born at least so many years ago; a birthday counts from its day on. Ours. */
export const minAge = defineRule({
  name: 'minAge',
  needsArgument: true,
  check: (value, { argument, today }) => ageOn(valueText(value), today) >= Number(argument),
  message: worded({
    en: (label, argument) => `${label}: you should be at least ${argument} years old`,
    es: (label, argument) => `${label}: debe tener al menos ${argument} años`,
  }),
})

/** Born at most so many years ago: catches a mistyped century. Ours. */
export const maxAge = defineRule({
  name: 'maxAge',
  needsArgument: true,
  check: (value, { argument, today }) => ageOn(valueText(value), today) <= Number(argument),
  message: worded({ en: (label) => `${label}: check the year`, es: (label) => `${label}: revise el año` }),
})
