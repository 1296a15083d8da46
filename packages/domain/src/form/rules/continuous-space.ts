import { valueText } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** No consecutive spaces. Source: product.md §5. */
export const continuousSpace = defineRule({
  name: 'continuousSpace',
  check: (value) => !valueText(value).includes('  '),
  message: worded({ en: () => 'No consecutive spaces', es: () => 'No ponga espacios seguidos' }),
})
