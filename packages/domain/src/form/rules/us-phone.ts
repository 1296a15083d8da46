import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^[2-9](?!11|9)\d{2}[2-9](?!11)\d{6}$/

/**
 * A number of the North American plan: area code and exchange start with 2 to 9, neither is N11, and no area
 * code is N9X. Beside `phone`. Ours.
 */
export const usPhone = defineRule({
  name: 'usPhone',
  check: (value) =>
    PATTERN.test(
      valueText(value)
        .replace(/\D/g, '')
        .replace(/^1(?=\d{10}$)/, ''),
    ),
  message: worded({ en: () => 'Invalid phone number!', es: () => '¡El número de teléfono no es válido!' }),
})
