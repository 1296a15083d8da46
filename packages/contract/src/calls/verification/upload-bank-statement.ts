import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { ibvStatusCode, notificationCode } from '../../wire-codes.ts'
import { statementKind, statementRead } from '../../shapes/statement.ts'
import { applicationNo, documentNo, loanNo, requestCode, text } from '../../wire.ts'

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
    kind: statementKind,
    /** What was read of it; null where a person has to look. */
    read: statementRead.nullable(),
    /** Set aside until a person has looked at it: nothing could tell what it is. */
    quarantined: z.boolean(),
    requestCode,
    ibvStatus: ibvStatusCode,
    notification: notificationCode,
  }),
  refusals: [
    'loanNotFound',
    'loanStatusInvalid',
    'unsupportedFile',
    'payloadTooLarge',
    'fileUnreadable',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Takes a bank statement as CSV or PNG, at most 10 MB',
  source: 'product.md §7',
})
