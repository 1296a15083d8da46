import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'
import { SHORTEST } from './account.ts'

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
