import { valueFile } from '../form-value.ts'
import { defineRule, worded } from './rule.ts'

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
