import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^\d{9}$/

/** Exactly nine digits; `abaRouting` also checks the sum. Source: product.md §5. */
export const bankRoutingNo = defineRule({
  name: 'bankRoutingNo',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should be 9 digits`,
    es: (label) => `${label} debe tener 9 dígitos`,
  }),
})
