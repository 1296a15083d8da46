import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/

/** Nine digits; area not 000, 666 or 9xx, group not 00, serial not 0000. Source: product.md §5. */
export const ssn = defineRule({
  name: 'ssn',
  check: (value) => PATTERN.test(valueText(value).replace(/[\s-]/g, '')),
  message: worded({ en: (label) => `${label} is invalid`, es: (label) => `${label} no es válido` }),
})
