import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** At most N characters, counted as people count them and not in UTF-16 units. Source: product.md §5. */
export const max = defineRule({
  name: 'max',
  needsArgument: true,
  check: (value, { argument }) => Array.from(valueText(value)).length <= Number(argument),
  message: worded({
    en: (label, argument) => `${label} should not be greater than ${argument} characters`,
    es: (label, argument) => `${label} no debe tener más de ${argument} caracteres`,
  }),
})
