import { valueFile } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** A file is chosen. Source: product.md §5. */
export const hasFile = defineRule({
  name: 'hasFile',
  judgesEmpty: true,
  check: (value) => valueFile(value) !== null,
  message: worded({ en: () => 'Choose a file !', es: () => '¡Elija un archivo!' }),
})
