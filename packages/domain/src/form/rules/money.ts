import { isAbaRouting, isConsumerRouting } from '../../applications/aba-routing.ts'
import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const CURRENCY = /^-?\d+(?:\.\d{1,2})?$/

/** At most two decimals, negatives allowed. Source: product.md §5. */
export const currency = defineRule({
  name: 'currency',
  check: (value) => CURRENCY.test(valueText(value)),
  message: worded({
    en: () => 'Invalid Currency format, should be a number',
    es: () => 'Escriba un número, como 125.50',
  }),
})

const POSITIVE_CURRENCY = /^(?=.*[1-9])\d+(?:\.\d{1,2})?$/

/** Currency above zero. Source: product.md §5. */
export const positiveCurrency = defineRule({
  name: 'positiveCurrency',
  check: (value) => POSITIVE_CURRENCY.test(valueText(value)),
  message: worded({
    en: () => 'Invalid Positive Currency format, should be a positive number',
    es: () => 'Escriba un número positivo, como 125.50',
  }),
})

const NEGATIVE_CURRENCY = /^-(?=.*[1-9])\d+(?:\.\d{1,2})?$/

/** Currency below zero. Source: product.md §5. */
export const negativeCurrency = defineRule({
  name: 'negativeCurrency',
  check: (value) => NEGATIVE_CURRENCY.test(valueText(value)),
  message: worded({
    en: () => 'Invalid Negative Currency format, should be a negative number',
    es: () => 'Escriba un número negativo, como -125.50',
  }),
})

const BANK_ROUTING_NO = /^\d{9}$/

/** Exactly nine digits; `abaRouting` also checks the sum. Source: product.md §5. */
export const bankRoutingNo = defineRule({
  name: 'bankRoutingNo',
  check: (value) => BANK_ROUTING_NO.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should be 9 digits`,
    es: (label) => `${label} debe tener 9 dígitos`,
  }),
})

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

const BANK_ACCOUNT_NO = /^\d+$/

/** Digits only. Source: product.md §5. */
export const bankAccountNo = defineRule({
  name: 'bankAccountNo',
  check: (value) => BANK_ACCOUNT_NO.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should be a digit`,
    es: (label) => `${label} debe tener solo dígitos`,
  }),
})

/** The last four characters equal a supplied value. Source: product.md §5. */
export const matchTailNo = defineRule({
  name: 'matchTailNo',
  needsArgument: true,
  check: (value, { argument }) =>
    argument === '' || (valueText(value).length >= 4 && valueText(value).endsWith(String(argument))),
  message: worded({
    en: (_label, argument) => `Please enter the Routing Number (or Account Number) ends with ${argument}`,
    es: (_label, argument) => `Escriba el número de ruta (o de cuenta) que termina en ${argument}`,
  }),
})
