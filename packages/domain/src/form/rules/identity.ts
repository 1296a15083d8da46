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

const SHORTEST = 6

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
 * At least 6 characters: a password field. Account passwords follow the password policy besides.
 * Message ours: product.md §5 gives none.
 */
export const password = defineRule({
  name: 'password',
  check: (value) => Array.from(valueText(value)).length >= SHORTEST,
  message: worded({
    en: (label) => `${label} should be ${SHORTEST} or more characters`,
    es: (label) => `${label} debe tener ${SHORTEST} caracteres o más`,
  }),
})

/**
 * At least 6 characters: the same rule under its second name. Account passwords follow the password policy besides.
 * Message ours: product.md §5 gives none.
 */
export const passwordCapital = defineRule({
  name: 'Password',
  check: (value) => Array.from(valueText(value)).length >= SHORTEST,
  message: worded({
    en: (label) => `${label} should be ${SHORTEST} or more characters`,
    es: (label) => `${label} debe tener ${SHORTEST} caracteres o más`,
  }),
})

const NAME = /^[A-Za-z]+(?: [A-Za-z]+)*$/

/** Letters and single spaces; shipped forms use `personName`. Source: product.md §5. */
export const name = defineRule({
  name: 'name',
  check: (value) => NAME.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only contain letters`,
    es: (label) => `${label} solo puede tener letras`,
  }),
})

const PERSON_NAME = /^\p{L}[\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+)*$/u

/**
 * Real names: letters of any script, hyphens, apostrophes and dots inside, single spaces. Beside `name`, which
 * would refuse O'Brien. Ours.
 */
export const personName = defineRule({
  name: 'personName',
  check: (value) => PERSON_NAME.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only contain letters, spaces, hyphens, apostrophes and dots`,
    es: (label) => `${label} solo puede tener letras, espacios, guiones, apóstrofos y puntos`,
  }),
})

const SSN = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/

/** Nine digits; area not 000, 666 or 9xx, group not 00, serial not 0000. Source: product.md §5. */
export const ssn = defineRule({
  name: 'ssn',
  check: (value) => SSN.test(valueText(value).replace(/[\s-]/g, '')),
  message: worded({ en: (label) => `${label} is invalid`, es: (label) => `${label} no es válido` }),
})

const VOIDED_SSN: ReadonlySet<string> = new Set(['078051120', '219099999'])

/**
 * Refuses two famous numbers that were printed in wallets and a pamphlet and then voided. Beside `ssn`. Ours.
 */
export const strictSsn = defineRule({
  name: 'strictSsn',
  check: (value) => !VOIDED_SSN.has(valueText(value).replace(/[\s-]/g, '')),
  message: worded({ en: (label) => `${label} is invalid`, es: (label) => `${label} no es válido` }),
})

/** Ten digits once everything else is removed, the first of them 2 to 9. Source: product.md §5. */
export const phone = defineRule({
  name: 'phone',
  check: (value) => /^[2-9]\d{9}$/.test(valueText(value).replace(/\D/g, '')),
  message: worded({ en: () => 'Invalid phone number!', es: () => '¡El número de teléfono no es válido!' }),
})

const US_PHONE = /^[2-9](?!11|9)\d{2}[2-9](?!11)\d{6}$/

/**
 * A number of the North American plan: area code and exchange start with 2 to 9, neither is N11, and no area
 * code is N9X. Beside `phone`. Ours.
 */
export const usPhone = defineRule({
  name: 'usPhone',
  check: (value) =>
    US_PHONE.test(
      valueText(value)
        .replace(/\D/g, '')
        .replace(/^1(?=\d{10}$)/, ''),
    ),
  message: worded({ en: () => 'Invalid phone number!', es: () => '¡El número de teléfono no es válido!' }),
})

const FAX = /^\d{3}-\d{3}-\d{4}$/

/** The format 000-000-0000. Message ours: product.md §5 gives none. */
export const fax = defineRule({
  name: 'fax',
  check: (value) => FAX.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should be in the format 000-000-0000`,
    es: (label) => `${label} debe tener la forma 000-000-0000`,
  }),
})
