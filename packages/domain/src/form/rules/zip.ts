import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^\d{5}(?:-\d{4})?$/

/** Five digits, or five and four after a hyphen. Source: product.md §5. */
export const zip = defineRule({
  name: 'zip',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should be 5 digits`,
    es: (label) => `${label} debe tener 5 dígitos`,
  }),
})
