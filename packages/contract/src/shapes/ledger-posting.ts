import { z } from 'zod'
import { instant, isoDate, sha256, signedMoney, text } from '../wire.ts'

export const ledgerBalance = z.strictObject({ account: text(40), balance: signedMoney })

/** One posting of a loan's ledger: its entries sum to zero, and its hash chains it to the one before. */
export const ledgerPosting = z.strictObject({
  sequence: z.int().min(1),
  kind: text(40),
  cause: text(200),
  effectiveDate: isoDate,
  bookedAt: instant,
  hash: sha256,
  entries: z.array(z.strictObject({ account: text(40), amount: signedMoney })).max(20),
})
