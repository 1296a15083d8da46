import { ageOn } from '../age.ts'
import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** Born at most so many years ago: catches a mistyped century. Ours. */
export const maxAge = defineRule({
  name: 'maxAge',
  needsArgument: true,
  check: (value, { argument, today }) => ageOn(valueText(value), today) <= Number(argument),
  message: worded({ en: (label) => `${label}: check the year`, es: (label) => `${label}: revise el año` }),
})
