import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^-?\d+(?:\.\d{1,2})?$/

/** At most two decimals. Source: product.md §5. */
export const toFixed2 = defineRule({
  name: 'toFixed2',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should keep two decimal places`,
    es: (label) => `${label} debe tener dos decimales como máximo`,
  }),
})
