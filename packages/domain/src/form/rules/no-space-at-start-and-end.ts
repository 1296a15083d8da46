import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** No leading or trailing space. Source: product.md §5. */
export const noSpaceAtStartAndEnd = defineRule({
  name: 'noSpaceAtStartAndEnd',
  check: (value) => valueText(value) === valueText(value).trim(),
  message: worded({
    en: (label) => `${label} should not have space at the beginning and end`,
    es: (label) => `${label} no debe tener espacios al principio ni al final`,
  }),
})
