import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^[1-9]\d*$/

/** A positive whole number. Source: product.md §5. */
export const positiveInteger = defineRule({
  name: 'positiveInteger',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({ en: () => 'Should be a positive digit', es: () => 'Escriba un número entero positivo' }),
})
