import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^\d+$/

/** Digits only. Source: product.md §5. */
export const bankAccountNo = defineRule({
  name: 'bankAccountNo',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should be a digit`,
    es: (label) => `${label} debe tener solo dígitos`,
  }),
})
