import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { ibvStatusCode, notificationCode } from '../../wire-codes.ts'
import { applicationNo, documentNo, isoDate, loanNo, maskedNumber, text } from '../../wire.ts'

export const uploadBankStatementCall = defineCall({
  name: 'uploadBankStatement',
  method: 'POST',
  path: '/dolphin-loan/online/upload-bank-statement',
  feature: 'verification',
  access: 'session',
  requestType: 'multipart',
  request: {
    body: z.strictObject({ loanNo: loanNo.optional(), applicationNo: applicationNo.optional() }),
  },
  reply: z.strictObject({
    documentNo,
    fileName: text(200),
    kind: z.enum(['csv', 'png', 'pdf']),
    /** What was read of it; null where a person has to look. */
    read: z
      .strictObject({
        rows: z.int().nonnegative(),
        from: isoDate,
        to: isoDate,
        accountMasked: maskedNumber.nullable(),
      })
      .nullable(),
    ibvStatus: ibvStatusCode,
    notification: notificationCode,
  }),
  refusals: ['loanNotFound', 'loanStatusInvalid', 'unsupportedFile', 'payloadTooLarge', 'fileUnreadable'],
  idempotent: true,
  summary: 'Takes a bank statement as CSV or PNG, at most 10 MB',
  source: 'product.md §7',
})
