import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** Ten digits once everything else is removed, the first of them 2 to 9. Source: product.md §5. */
export const phone = defineRule({
  name: 'phone',
  check: (value) => /^[2-9]\d{9}$/.test(valueText(value).replace(/\D/g, '')),
  message: worded({ en: () => 'Invalid phone number!', es: () => '¡El número de teléfono no es válido!' }),
})
