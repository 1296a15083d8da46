import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}.,#/'’&():;-]+(?: [\p{L}\p{M}\p{N}.,#/'’&():;-]+)*$/u

/**
 * Real addresses: "12 Elm St #4", "34 1/2 O'Neil Rd". Beside `address`, which would refuse both. Ours.
 */
export const streetAddress = defineRule({
  name: 'streetAddress',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only contain letters, digits, single spaces and . , # / - ' & ( ) : ;`,
    es: (label) => `${label} solo puede tener letras, dígitos, espacios sencillos y . , # / - ' & ( ) : ;`,
  }),
})
