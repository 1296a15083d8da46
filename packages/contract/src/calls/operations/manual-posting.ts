import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { changeTypeCode } from '../../wire-payment-codes.ts'
import { loanHead } from '../../shapes/operations.ts'
import { isoDate, loanNo, money, text } from '../../wire.ts'

export const manualPostingCall = defineCall({
  name: 'manualPosting',
  method: 'POST',
  path: '/dolphin-ops/manual-posting',
  feature: 'operations',
  access: 'operations',
  request: {
    body: z.strictObject({
      loanNo,
      kind: z.enum(['receipt', 'refund', 'waiver', 'writeOff', 'rejectEntry', 'checkReceipt']),
      /** Employee change type code: 201-206, 301-306, 901, 903, 905. */
      changeTypeCode,
      amount: money.nullable(),
      effectiveDate: isoDate,
      transactionNo: text(64).optional(),
      note: text(2_000),
      /** A second person confirms what the first one entered. */
      confirms: text(64).optional(),
    }),
  },
  reply: z.strictObject({ postingNo: text(64), state: z.enum(['entered', 'posted']), loan: loanHead }),
  refusals: ['loanNotFound', 'loanStatusInvalid', 'makerCheckerSame', 'amountTooLarge', 'changeTypeRefused'],
  idempotent: true,
  summary: 'Enters or confirms a posting by hand',
  source: 'ours',
})
