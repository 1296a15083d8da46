import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

const ADDRESS = /^[A-Za-z0-9.,]+(?: [A-Za-z0-9.,]+)*$/

/**
 * Letters, digits, dot and comma, single spaces; shipped forms use `streetAddress`. Source: product.md §5.
 */
export const address = defineRule({
  name: 'address',
  check: (value) => ADDRESS.test(valueText(value)),
  message: worded({ en: () => 'found special character', es: () => 'hay un carácter especial' }),
})

const STREET_ADDRESS =
  /^(?=.*[\p{Script=Latin}\d])[\p{Script=Latin}\p{M}\d½.,#/'’ʻ&():;-]+(?: [\p{Script=Latin}\p{M}\d½.,#/'’ʻ&():;-]+)*$/u

/**
 * Real addresses in Latin letters: "12 Elm St #4", "34 1/2 O'Neil Rd". Beside `address`, which would refuse both. Ours.
 */
export const streetAddress = defineRule({
  name: 'streetAddress',
  check: (value) => STREET_ADDRESS.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only contain letters, digits, single spaces and . , # / - ' & ( ) : ;`,
    es: (label) => `${label} solo puede tener letras, dígitos, espacios sencillos y . , # / - ' & ( ) : ;`,
  }),
})

const CITY = /^[A-Za-z,']+$/

/** Letters, comma, apostrophe and no space; shipped forms use `cityName`. Source: product.md §5. */
export const city = defineRule({
  name: 'city',
  check: (value) => CITY.test(valueText(value)),
  message: worded({ en: () => 'found special character', es: () => 'hay un carácter especial' }),
})

const CITY_NAME =
  /^[ʻ\p{Script=Latin}\d][\p{Script=Latin}\p{M}\d'’ʻ.,-]*(?: [\p{Script=Latin}\p{M}\d'’ʻ.,-]+)*$/u

/**
 * Real cities: as `personName` and also commas and digits. Beside `city`, which would refuse New York. Ours.
 */
export const cityName = defineRule({
  name: 'cityName',
  check: (value) => CITY_NAME.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only contain letters, spaces, hyphens, apostrophes, commas and dots`,
    es: (label) => `${label} solo puede tener letras, espacios, guiones, apóstrofos, comas y puntos`,
  }),
})

const ZIP = /^\d{5}(?:-\d{4})?$/

/** Five digits, or five and four after a hyphen. Source: product.md §5. */
export const zip = defineRule({
  name: 'zip',
  check: (value) => ZIP.test(valueText(value)),
  message: worded({
    en: (label) => `${label} should be 5 digits`,
    es: (label) => `${label} debe tener 5 dígitos`,
  }),
})
