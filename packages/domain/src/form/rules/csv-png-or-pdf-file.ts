import { valueFile } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** As `csvOrPngFile`, where the portfolio also reads PDF. Ours. */
export const csvPngOrPdfFile = defineRule({
  name: 'csvPngOrPdfFile',
  check: (value) => /\.(?:csv|png|pdf)$/i.test(valueFile(value)?.name ?? ''),
  message: worded({
    en: () => 'Choose CSV, png or PDF file !',
    es: () => '¡Elija un archivo CSV, PNG o PDF!',
  }),
})
