import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^\p{L}[\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+)*$/u

/**
 * Real names: letters of any script, hyphens, apostrophes and dots inside, single spaces. Beside `name`, which
 * would refuse O'Brien. Ours.
 */
export const personName = defineRule({
  name: 'personName',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only contain letters, spaces, hyphens, apostrophes and dots`,
    es: (label) => `${label} solo puede tener letras, espacios, guiones, apóstrofos y puntos`,
  }),
})
