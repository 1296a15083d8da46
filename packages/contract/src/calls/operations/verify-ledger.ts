import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { instant, isoDate, loanNo, sha256, signedMoney, text } from '../../wire.ts'

export const verifyLedgerCall = defineCall({
  name: 'verifyLedger',
  method: 'GET',
  path: '/dolphin-ops/ledger/{loanNo}',
  feature: 'operations',
  access: 'operations',
  request: { params: z.strictObject({ loanNo }) },
  reply: z.strictObject({
    loanNo,
    /** Every posting is as it was booked: the chain of hashes holds. */
    intact: z.boolean(),
    /** Zero, or something is very wrong. */
    loanTotal: signedMoney,
    bookTotal: signedMoney,
    balances: z.array(z.strictObject({ account: text(40), balance: signedMoney })).max(20),
    postings: z
      .array(
        z.strictObject({
          sequence: z.int().min(1),
          kind: text(40),
          cause: text(200),
          effectiveDate: isoDate,
          bookedAt: instant,
          hash: sha256,
          entries: z.array(z.strictObject({ account: text(40), amount: signedMoney })).max(20),
        }),
      )
      .max(5_000),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'A loan’s ledger, its balances, and whether its chain holds',
  source: 'ours',
})
