import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^-?\d+(?:\.\d+)?$/

/** Numeric: digits, with a sign and decimals if wanted. Source: product.md §5. */
export const number = defineRule({
  name: 'number',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({ en: () => 'Should be a digit', es: () => 'Escriba un número' }),
})
