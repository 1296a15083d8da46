import { ACCENTS, LETTERS } from '../../identity/printed-letters.ts'
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

const OF_STREET = `${LETTERS}${ACCENTS}\\d½.,#/'’ʻ&():;-`
const STREET_ADDRESS = new RegExp(`^(?=.*[${LETTERS}\\d])[${OF_STREET}]+(?: [${OF_STREET}]+)*$`, 'u')

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

const OF_CITY = `${LETTERS}${ACCENTS}\\d'’ʻ.,-`
const CITY_NAME = new RegExp(`^[ʻ${LETTERS}\\d][${OF_CITY}]*(?: [${OF_CITY}]+)*$`, 'u')

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
