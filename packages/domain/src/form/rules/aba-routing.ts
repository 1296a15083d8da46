import { isAbaRouting } from '../../applications/aba-routing.ts'
import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** Nine digits whose check digit and prefix fit. Source: ABA routing number policy. */
export const abaRouting = defineRule({
  name: 'abaRouting',
  check: (value) => isAbaRouting(valueText(value)),
  message: worded({
    en: (label) =>
      `${label} is not a bank's routing number, check the 9 digits on a check or in your bank's app`,
    es: (label) =>
      `${label}: este no es el número de ruta de un banco, revise los 9 dígitos en un cheque o en la app de su banco`,
  }),
})
