import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^[A-Za-z]+(?: [A-Za-z]+)*$/

/** Letters and single spaces; shipped forms use `personName`. Source: product.md §5. */
export const name = defineRule({
  name: 'name',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only contain letters`,
    es: (label) => `${label} solo puede tener letras`,
  }),
})
