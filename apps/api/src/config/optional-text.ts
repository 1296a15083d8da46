import { z } from 'zod'

/** A setting that may be left out: empty text is none. */
export const optionalText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? undefined : text))
  .optional()
