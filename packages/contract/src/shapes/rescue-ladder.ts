import { z } from 'zod'
import { text } from '../wire.ts'

/** Through what an income is verified. */
export const verificationWay = z.enum(['bank', 'statement', 'person'])

/** A way around the first provider: another one, a statement, a person. Source: domain.md §5. */
export const rescueRung = z.strictObject({
  kind: z.enum(['provider', 'statementUpload', 'person']),
  providerId: text(40).nullable(),
  name: text(120),
})
