import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^[A-Za-z0-9.,]+(?: [A-Za-z0-9.,]+)*$/

/**
 * Letters, digits, dot and comma, single spaces; shipped forms use `streetAddress`. Source: product.md §5.
 */
export const address = defineRule({
  name: 'address',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({ en: () => 'found special character', es: () => 'hay un carácter especial' }),
})
