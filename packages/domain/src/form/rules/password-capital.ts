import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const SHORTEST = 6

/**
 * At least 6 characters: the same rule under its second name. Account passwords follow the password policy besides.
 * Message ours: product.md §5 gives none.
 */
export const passwordCapital = defineRule({
  name: 'Password',
  check: (value) => Array.from(valueText(value)).length >= SHORTEST,
  message: worded({
    en: (label) => `${label} should be ${SHORTEST} or more characters`,
    es: (label) => `${label} debe tener ${SHORTEST} caracteres o más`,
  }),
})
