import { isPlainLine } from '../../identity/plain-line.ts'
import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** At most N characters, counted as people count them and not in UTF-16 units. Source: product.md §5. */
export const max = defineRule({
  name: 'max',
  needsArgument: true,
  check: (value, { argument }) => Array.from(valueText(value)).length <= Number(argument),
  message: worded({
    en: (label, argument) => `${label} should not be greater than ${argument} characters`,
    es: (label, argument) => `${label} no debe tener más de ${argument} caracteres`,
  }),
})

const SPECIAL_CHARACTERS = /^[\p{L}\p{M}\p{N} ]*$/u

/** Nothing but letters, digits and spaces. Source: product.md §5. */
export const specialCharacters = defineRule({
  name: 'specialCharacters',
  check: (value) => SPECIAL_CHARACTERS.test(valueText(value)),
  message: worded({
    en: (label) => `${label} found special character`,
    es: (label) => `${label} tiene un carácter especial`,
  }),
})

const ALPHABET_WITH_SPACE = /^[A-Za-z ]+$/

/** Letters and spaces. Source: product.md §5. */
export const alphabetWithSpace = defineRule({
  name: 'alphabetWithSpace',
  check: (value) => ALPHABET_WITH_SPACE.test(valueText(value)),
  message: worded({
    en: (label) => `${label} can only consist of letters`,
    es: (label) => `${label} solo puede tener letras`,
  }),
})

/** No consecutive spaces. Source: product.md §5. */
export const continuousSpace = defineRule({
  name: 'continuousSpace',
  check: (value) => !valueText(value).includes('  '),
  message: worded({ en: () => 'No consecutive spaces', es: () => 'No ponga espacios seguidos' }),
})

/** No continuous spaces: `continuousSpace` with the label in the message. Source: product.md §5. */
export const noContinuousSpace = defineRule({
  name: 'noContinuousSpace',
  check: (value) => !valueText(value).includes('  '),
  message: worded({
    en: (label) => `${label} should not have continuous spaces`,
    es: (label) => `${label} no debe tener espacios seguidos`,
  }),
})

/** No leading or trailing space. Source: product.md §5. */
export const noSpaceAtStartAndEnd = defineRule({
  name: 'noSpaceAtStartAndEnd',
  check: (value) => valueText(value) === valueText(value).trim(),
  message: worded({
    en: (label) => `${label} should not have space at the beginning and end`,
    es: (label) => `${label} no debe tener espacios al principio ni al final`,
  }),
})

/**
 * A nonempty string or number; unlike `required` it counts spaces. Message ours: product.md §5 gives none.
 */
export const notEmpty = defineRule({
  name: 'notEmpty',
  judgesEmpty: true,
  check: (value) => typeof value === 'number' || (typeof value === 'string' && value !== ''),
  message: worded({
    en: (label) => `${label} should not be empty`,
    es: (label) => `${label} no debe quedar en blanco`,
  }),
})

/**
 * One line that shows as it was typed: no control characters, no marks that turn the direction of text, no < or >, no web
 * address with its scheme. Every text field has it. Ours.
 */
export const plainText = defineRule({
  name: 'plainText',
  check: (value) => isPlainLine(valueText(value)),
  message: worded({
    en: (label) => `${label} can't have < or >, a web address or hidden characters. Type it again`,
    es: (label) =>
      `${label} no puede tener < ni >, una dirección web ni caracteres ocultos. Escríbalo de nuevo`,
  }),
})
