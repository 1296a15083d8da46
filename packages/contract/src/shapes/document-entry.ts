import { z } from 'zod'
import { documentNo, instant, loanNo, sha256, text } from '../wire.ts'
import { documentTypeCode } from '../wire-codes.ts'

/** A document under Documents; its bytes come by document/{documentNo}. */
export const documentEntry = z.strictObject({
  documentNo,
  loanNo: loanNo.nullable(),
  documentType: documentTypeCode,
  title: text(200),
  createdAt: instant,
  signedAt: instant.nullable(),
  /** Zero for a paper of the day: it is made when it is opened, and not kept. */
  bytes: z.int().nonnegative(),
  sha256: sha256.nullable(),
})
