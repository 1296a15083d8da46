import { valueText } from '../form-value.ts'
import { defineRule } from './rule.ts'

const PATTERN = /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}.,#/'’&():;-]+(?: [\p{L}\p{M}\p{N}.,#/'’&():;-]+)*$/u

/**
 * Real addresses: "12 Elm St #4", "34 1/2 O'Neil Rd". Beside `address`, which would refuse both. Ours.
 */
export const streetAddress = defineRule({
  name: 'streetAddress',
  check: (value) => PATTERN.test(valueText(value)),
  message: (label) => `${label} can only contain letters, digits, single spaces and . , # / - ' & ( ) : ;`,
})
