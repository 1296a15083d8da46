import { valueFile } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

/** A file is chosen. Source: product.md §5. */
export const hasFile = defineRule({
  name: 'hasFile',
  judgesEmpty: true,
  check: (value) => valueFile(value) !== null,
  message: worded({ en: () => 'Choose a file !', es: () => '¡Elija un archivo!' }),
})

/** The file is CSV or PNG by its name; the server looks at the bytes. Source: product.md §5. */
export const csvOrPngFile = defineRule({
  name: 'csvOrPngFile',
  check: (value) => /\.(?:csv|png)$/i.test(valueFile(value)?.name ?? ''),
  message: worded({ en: () => 'Choose CSV or png file !', es: () => '¡Elija un archivo CSV o PNG!' }),
})

/** As `csvOrPngFile`, where the portfolio also reads PDF. Ours. */
export const csvPngOrPdfFile = defineRule({
  name: 'csvPngOrPdfFile',
  check: (value) => /\.(?:csv|png|pdf)$/i.test(valueFile(value)?.name ?? ''),
  message: worded({
    en: () => 'Choose CSV, png or PDF file !',
    es: () => '¡Elija un archivo CSV, PNG o PDF!',
  }),
})

const BYTES_PER_MEGABYTE = 1_048_576

/** At most so many megabytes (of 1,048,576 bytes). Ours. */
export const maxFileSize = defineRule({
  name: 'maxFileSize',
  needsArgument: true,
  check: (value, { argument }) => (valueFile(value)?.size ?? 0) <= Number(argument) * BYTES_PER_MEGABYTE,
  message: worded({
    en: (_label, argument) => `Choose a file of at most ${argument} MB !`,
    es: (_label, argument) => `¡Elija un archivo de ${argument} MB como máximo!`,
  }),
})
