import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^-?\d+(?:\.\d{1,2})?$/

/** At most two decimals, negatives allowed. Source: product.md §5. */
export const currency = defineRule({
  name: 'currency',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: () => 'Invalid Currency format, should be a number',
    es: () => 'Escriba un número, como 125.50',
  }),
})
