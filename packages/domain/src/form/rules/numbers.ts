import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Numeric: digits, with a sign and decimals if wanted. Source: product.md §5. */
export const number = defineRule({
  name: 'number',
  check: (value) => NUMBER.test(valueText(value)),
  message: worded({ en: () => 'Should be a digit', es: () => 'Escriba un número' }),
})

const POSITIVE_INTEGER = /^[1-9]\d*$/

/** A positive whole number. Source: product.md §5. */
export const positiveInteger = defineRule({
  name: 'positiveInteger',
  check: (value) => POSITIVE_INTEGER.test(valueText(value)),
  message: worded({ en: () => 'Should be a positive digit', es: () => 'Escriba un número entero positivo' }),
})

const INTEGER = /^-?[1-9]\d{0,9}$/

const LIMIT = 2 ** 31

const within32Bits = (whole: number): boolean => whole >= -LIMIT && whole < LIMIT

/** Led by a digit other than zero, at most ten digits, within 32 bits. Source: product.md §5. */
export const integer = defineRule({
  name: 'integer',
  check: (value) => INTEGER.test(valueText(value)) && within32Bits(Number(valueText(value))),
  message: worded({ en: () => 'Should be a valid integer', es: () => 'Escriba un número entero válido' }),
})

/**
 * Zero or more, written in digits: the condition as product.md §5 writes it, in spite of the name (design/security.md
 * D10).
 * Message ours: product.md §5 gives none.
 */
export const moreThanZero = defineRule({
  name: 'moreThanZero',
  check: (value) => NUMBER.test(valueText(value)) && Number(valueText(value)) >= 0,
  message: worded({
    en: (label) => `${label} should be zero or more`,
    es: (label) => `${label} debe ser cero o más`,
  }),
})

const TO_FIXED2 = /^-?\d+(?:\.\d{1,2})?$/

/** At most two decimals. Source: product.md §5. */
export const toFixed2 = defineRule({
  name: 'toFixed2',
  check: (value) => TO_FIXED2.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should keep two decimal places`,
    es: (label) => `${label} debe tener dos decimales como máximo`,
  }),
})

/** A whole number from 0 to 100. Source: product.md §5. */
export const rangeNumberOfExternalOpenLoan = defineRule({
  name: 'rangeNumberOfExternalOpenLoan',
  check: (value) => /^\d{1,3}$/.test(valueText(value)) && Number(valueText(value)) <= 100,
  message: worded({
    en: (label) => `${label} should be between 0-100`,
    es: (label) => `${label} debe estar entre 0 y 100`,
  }),
})
