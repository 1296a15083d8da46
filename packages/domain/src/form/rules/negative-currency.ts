import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^-(?=.*[1-9])\d+(?:\.\d{1,2})?$/

/** Currency below zero. Source: product.md §5. */
export const negativeCurrency = defineRule({
  name: 'negativeCurrency',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: () => 'Invalid Negative Currency format, should be a negative number',
    es: () => 'Escriba un número negativo, como -125.50',
  }),
})
