import { z } from 'zod'
import { applicationNo, loanNo, portfolioId, text } from '../wire.ts'
import { loanStatusCode, loanSubStatus, reviewStatusCode, trackerStepCode } from '../wire-codes.ts'

/** A loan as operations see it after a step. */
export const loanHead = z.strictObject({
  loanNo,
  applicationNo,
  portfolioId,
  customerName: text(200),
  loanStatus: loanStatusCode,
  subStatus: loanSubStatus.nullable(),
  reviewStatus: reviewStatusCode.nullable(),
  trackerStep: trackerStepCode.nullable(),
})
