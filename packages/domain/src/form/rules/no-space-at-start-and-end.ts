import { valueText } from '../form-value.ts'
import { defineRule } from './rule.ts'

/** No leading or trailing space. Source: product.md §5. */
export const noSpaceAtStartAndEnd = defineRule({
  name: 'noSpaceAtStartAndEnd',
  check: (value) => valueText(value) === valueText(value).trim(),
  message: (label) => `${label} should not have space at the beginning and end`,
})
