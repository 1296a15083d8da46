import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.,-]*(?: [\p{L}\p{M}\p{N}'’.,-]+)*$/u

/**
 * Real cities: as `personName` and also commas and digits. Beside `city`, which would refuse New York. Ours.
 */
export const cityName = defineRule({
  name: 'cityName',
  check: (value) => PATTERN.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only contain letters, spaces, hyphens, apostrophes, commas and dots`,
    es: (label) => `${label} solo puede tener letras, espacios, guiones, apóstrofos, comas y puntos`,
  }),
})
