import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^\d{3}-\d{3}-\d{4}$/

/** The format 000-000-0000. Message ours: product.md §5 gives none. */
export const fax = defineRule({
  name: 'fax',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should be in the format 000-000-0000`,
    es: (label) => `${label} debe tener la forma 000-000-0000`,
  }),
})
