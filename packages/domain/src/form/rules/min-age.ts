import { ageOn } from '../age.ts'
import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

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
