import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** A whole number from 0 to 100. Source: product.md §5. */
export const rangeNumberOfExternalOpenLoan = defineRule({
  name: 'rangeNumberOfExternalOpenLoan',
  check: (value) => /^\d{1,3}$/.test(valueText(value)) && Number(valueText(value)) <= 100,
  message: worded({
    en: (label) => `${label} should be between 0-100`,
    es: (label) => `${label} debe estar entre 0 y 100`,
  }),
})
