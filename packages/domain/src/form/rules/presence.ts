import { isEmptyValue } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** A value must be present; spaces alone are none. Source: product.md §5. */
export const required = defineRule({
  name: 'required',
  judgesEmpty: true,
  check: (value) => !isEmptyValue(value),
  message: worded({
    en: (label) => `${label} can't be empty`,
    es: (label) => `${label} no puede quedar en blanco`,
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
