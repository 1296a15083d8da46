import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const PATTERN = /^-?[1-9]\d{0,9}$/
const LIMIT = 2 ** 31

const within32Bits = (whole: number): boolean => whole >= -LIMIT && whole < LIMIT

/** Led by a digit other than zero, at most ten digits, within 32 bits. Source: product.md §5. */
export const integer = defineRule({
  name: 'integer',
  check: (value) => PATTERN.test(valueText(value)) && within32Bits(Number(valueText(value))),
  message: worded({ en: () => 'Should be a valid integer', es: () => 'Escriba un número entero válido' }),
})
