import { defineRule, worded } from './rule.ts'

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
