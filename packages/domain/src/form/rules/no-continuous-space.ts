import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** No continuous spaces: `continuousSpace` with the label in the message. Source: product.md §5. */
export const noContinuousSpace = defineRule({
  name: 'noContinuousSpace',
  check: (value) => !valueText(value).includes('  '),
  message: worded({
    en: (label) => `${label} should not have continuous spaces`,
    es: (label) => `${label} no debe tener espacios seguidos`,
  }),
})
