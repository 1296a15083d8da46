import { z } from 'zod'
import { instant, loanNo, text } from '../wire.ts'

/** One message between customer and lender. */
export const secureMessage = z.strictObject({
  messageNo: text(64),
  from: z.enum(['customer', 'lender']),
  text: text(4_000),
  loanNo: loanNo.nullable(),
  sentAt: instant,
  readAt: instant.nullable(),
})
