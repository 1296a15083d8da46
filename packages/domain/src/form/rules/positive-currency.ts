import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^(?=.*[1-9])\d+(?:\.\d{1,2})?$/

/** Currency above zero. Source: product.md §5. */
export const positiveCurrency = defineRule({
  name: 'positiveCurrency',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: () => 'Invalid Positive Currency format, should be a positive number',
    es: () => 'Escriba un número positivo, como 125.50',
  }),
})
