import { valueFile } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** The file is CSV or PNG by its name; the server looks at the bytes. Source: product.md §5. */
export const csvOrPngFile = defineRule({
  name: 'csvOrPngFile',
  check: (value) => /\.(?:csv|png)$/i.test(valueFile(value)?.name ?? ''),
  message: worded({ en: () => 'Choose CSV or png file !', es: () => '¡Elija un archivo CSV o PNG!' }),
})
