import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^[A-Za-z ]+$/

/** Letters and spaces. Source: product.md §5. */
export const alphabetWithSpace = defineRule({
  name: 'alphabetWithSpace',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only consist of letters`,
    es: (label) => `${label} solo puede tener letras`,
  }),
})
