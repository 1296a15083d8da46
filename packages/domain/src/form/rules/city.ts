import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^[A-Za-z,']+$/

/** Letters, comma, apostrophe and no space; shipped forms use `cityName`. Source: product.md §5. */
export const city = defineRule({
  name: 'city',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({ en: () => 'found special character', es: () => 'hay un carácter especial' }),
})
