import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^[\p{L}\p{M}\p{N} ]*$/u

/** Nothing but letters, digits and spaces. Source: product.md §5. */
export const specialCharacters = defineRule({
  name: 'specialCharacters',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} found special character`,
    es: (label) => `${label} tiene un carácter especial`,
  }),
})
