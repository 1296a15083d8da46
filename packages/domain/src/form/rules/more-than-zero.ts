import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/**
 * Zero or more: the condition as product.md §5 writes it, in spite of the name (design/security.md D10).
 * Message ours: product.md §5 gives none.
 */
export const moreThanZero = defineRule({
  name: 'moreThanZero',
  check: (value) => valueText(value).trim() !== '' && Number(valueText(value)) >= 0,
  message: worded({
    en: (label) => `${label} should be zero or more`,
    es: (label) => `${label} debe ser cero o más`,
  }),
})
