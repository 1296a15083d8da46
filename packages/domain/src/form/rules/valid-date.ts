import { parseLocalDate } from '../../calendar/local-date.ts'
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
