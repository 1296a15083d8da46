import { isConsumerRouting } from '../../applications/aba-routing.ts'
import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** Also a bank where consumers have accounts, so that a transfer can arrive. Ours. */
export const consumerRouting = defineRule({
  name: 'consumerRouting',
  check: (value) => isConsumerRouting(valueText(value)),
  message: worded({
    en: (label) => `${label} can't be used for transfers, enter your bank's own routing number`,
    es: (label) =>
      `${label}: este número no sirve para transferencias, escriba el número de ruta de su banco`,
  }),
})
