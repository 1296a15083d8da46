import { valueFile } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** As `csvOrPngFile`, where the portfolio also reads PDF. Ours. */
export const csvPngOrPdfFile = defineRule({
  name: 'csvPngOrPdfFile',
  check: (value) => /\.(?:csv|png|pdf)$/i.test(valueFile(value)?.name ?? ''),
  message: worded(
    () => 'Choose CSV, png or PDF file !',
    () => '¡Elija un archivo CSV, PNG o PDF!',
  ),
})
