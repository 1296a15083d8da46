import { namesWebAddress } from '../../identity/plain-line.ts'
import { ACCENTS, LETTERS } from '../../identity/printed-letters.ts'
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

/** The fewest characters of a code or a password field. Source: product.md §9. */
export const SHORTEST = 6

/**
 * At least 6 characters: a code field. Account passwords follow the password policy besides.
 * Message ours: product.md §5 gives none.
 */
export const code = defineRule({
  name: 'Code',
  check: (value) => Array.from(valueText(value)).length >= SHORTEST,
  message: worded({
    en: (label) => `${label} should be ${SHORTEST} or more characters`,
    es: (label) => `${label} debe tener ${SHORTEST} caracteres o más`,
  }),
})

/**
 * A name in letters of the Latin script with any accents; apostrophes (straight, curly, the Hawaiian ʻokina), hyphens
 * and dots inside; single spaces. Source: design/domain.md §14 "Names".
 */
export const LATIN_NAME = new RegExp(
  `^ʻ?[${LETTERS}][${LETTERS}${ACCENTS}'’ʻʼ.-]*(?: [${LETTERS}${ACCENTS}'’ʻʼ.-]+)*$`,
  'u',
)

/** Whether a text can be a part of a person's name. */
export const isPersonName = (text: string): boolean => LATIN_NAME.test(text) && !namesWebAddress(text)

/**
 * Real names: letters of the Latin script with any accents, hyphens, apostrophes and dots inside, single spaces, and no web
 * address, which mail programs would make a link of. A bank takes no other script. Beside `name`, which would refuse O'Brien. Ours. Source: design/domain.md §14 "Names".
 */
export const personName = defineRule({
  name: 'personName',
  check: (value) => isPersonName(valueText(value)),
  message: worded({
    en: (label) =>
      `${label} can only contain Latin letters, spaces, hyphens, apostrophes and dots, as on your bank account, and no web address`,
    es: (label) =>
      `${label} solo puede tener letras latinas, espacios, guiones, apóstrofos y puntos, como en su cuenta bancaria, y ninguna dirección web`,
  }),
})
