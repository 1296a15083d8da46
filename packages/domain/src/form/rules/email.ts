import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const LONGEST_ADDRESS = 254
const LONGEST_LOCAL_PART = 64
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/
const DOMAIN_LABEL = /^[A-Za-z0-9-]{1,63}$/
const TOP_LEVEL = /^(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/

const isDotted = (text: string): boolean =>
  !text.startsWith('.') && !text.endsWith('.') && !text.includes('..')

const isDomainLabel = (label: string): boolean =>
  DOMAIN_LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-')

function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  const labels = domain.split('.')
  return (
    text.length <= LONGEST_ADDRESS &&
    more.length === 0 &&
    local.length <= LONGEST_LOCAL_PART &&
    LOCAL_PART.test(local) &&
    isDotted(local) &&
    labels.length >= 2 &&
    labels.every(isDomainLabel) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  )
}

/**
 * A valid address: one @, a plain local part, a domain of at least two labels. Judged piece by piece, so that no
 * input makes a pattern backtrack. Source: product.md §5.
 */
export const email = defineRule({
  name: 'email',
  check: (value) => isEmail(valueText(value)),
  message: worded({
    en: (label) => `${label} must be a valid email`,
    es: (label) => `${label} debe ser una dirección de correo válida`,
  }),
})
