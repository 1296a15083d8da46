import { valueText } from '../form-value.ts'
import { defineRule } from './rule.ts'

/** No consecutive spaces. Source: product.md §5. */
export const continuousSpace = defineRule({
  name: 'continuousSpace',
  check: (value) => !valueText(value).includes('  '),
  message: () => 'No consecutive spaces',
})
