import { valueText } from '../form-value.ts'
import { defineRule } from './rule.ts'

const PATTERN = /^[A-Za-z ]+$/

/** Letters and spaces. Source: product.md §5. */
export const alphabetWithSpace = defineRule({
  name: 'alphabetWithSpace',
  check: (value) => PATTERN.test(valueText(value)),
  message: (label) => `${label} can only consist of letters`,
})
