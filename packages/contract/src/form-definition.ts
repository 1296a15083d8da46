import { z } from 'zod'
import { code, elementKey, text, versionNo } from './wire.ts'

const option = z.strictObject({ value: z.union([z.string(), z.number()]), label: text(500) })

/** A form as the browser gets it. Source: product.md §3, domain.md §4. */
export const formDefinition = z.strictObject({
  code,
  version: versionNo,
  elements: z.array(z.strictObject({ elementKey, dataDomainValues: z.array(option) })).max(200),
})
