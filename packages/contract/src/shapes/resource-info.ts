import { z } from 'zod'
import { applicationNo, instant, loanNo, pagePath, portfolioId, requestCode } from '../wire.ts'
import { loanStatusCode } from '../wire-codes.ts'

const resourcePurpose = z.enum([
  'application',
  'returning',
  'completeInformation',
  'pendingApplication',
  'signature',
  'coupon',
  'createAccount',
  'resetPassword',
])

/** What a link stands for: where it leads and what it asks first. It locates; it never authenticates. */
export const resourceInfo = z.strictObject({
  purpose: resourcePurpose,
  portfolioId,
  applicationNo: applicationNo.nullable(),
  loanNo: loanNo.nullable(),
  loanStatus: loanStatusCode.nullable(),
  requestCode: requestCode.nullable(),
  expiresAt: instant,
  /** The page that this link opens. */
  next: pagePath,
  /** What must happen first. */
  needs: z.enum(['nothing', 'identity', 'signIn']),
})
