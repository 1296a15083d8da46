import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const VOIDED: ReadonlySet<string> = new Set(['078051120', '219099999'])

/**
 * Refuses two famous numbers that were printed in wallets and a pamphlet and then voided. Beside `ssn`. Ours.
 */
export const strictSsn = defineRule({
  name: 'strictSsn',
  check: (value) => !VOIDED.has(valueText(value).replace(/[\s-]/g, '')),
  message: worded({ en: (label) => `${label} is invalid`, es: (label) => `${label} no es válido` }),
})
