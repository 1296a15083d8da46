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
