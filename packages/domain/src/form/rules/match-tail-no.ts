import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** The last four characters equal a supplied value. Source: product.md §5. */
export const matchTailNo = defineRule({
  name: 'matchTailNo',
  needsArgument: true,
  check: (value, { argument }) =>
    valueText(value).length >= 4 && valueText(value).slice(-4) === String(argument),
  message: worded({
    en: (_label, argument) => `Please enter the Routing Number (or Account Number) ends with ${argument}`,
    es: (_label, argument) => `Escriba el número de ruta (o de cuenta) que termina en ${argument}`,
  }),
})
