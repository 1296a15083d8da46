import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { declineReason } from '../../shapes/decline-reason.ts'
import {
  homeFlagCode,
  ibvStatusCode,
  loanFlagCode,
  loanStatusCode,
  loanSubStatus,
  reviewStatusCode,
  noiaSituationCode,
  notificationCode,
  sectionKey,
  signStatusCode,
  trackerStepCode,
} from '../../wire-codes.ts'
import {
  applicationNo,
  code,
  elementKey,
  loanNo,
  portfolioId,
  requestCode,
  resource,
  text,
  versionNo,
} from '../../wire.ts'

const section = z.strictObject({
  sectionKey,
  /** Null where the section has a screen of its own. */
  formCode: code.nullable(),
  title: text(120),
  status: z.enum(['locked', 'open', 'done', 'repair']),
  editable: z.boolean(),
  /** Element keys that a review or a return asks to have corrected. */
  repairElements: z.array(elementKey).max(100),
  version: versionNo,
})

export const listSectionCall = defineCall({
  name: 'listSection',
  method: 'GET',
  path: '/dolphin-loan/online/list-section',
  feature: 'application',
  access: 'session',
  request: {
    query: z.strictObject({ applicationNo: applicationNo.optional(), resource: resource.optional() }),
  },
  reply: z.strictObject({
    applicationNo,
    loanNo,
    portfolioId,
    sections: z.array(section).max(20),
    /** Where the borrower goes on; null when nothing is left to fill in. */
    nextSection: sectionKey.nullable(),
    loanStatus: loanStatusCode,
    subStatus: loanSubStatus.nullable(),
    reviewStatus: reviewStatusCode.nullable(),
    homeFlag: homeFlagCode,
    trackerStep: trackerStepCode.nullable(),
    /** Steps that an edit has made stale, in the order in which they are led through. */
    loanFlags: z.array(loanFlagCode).max(4),
    noiaSituations: z.array(noiaSituationCode).max(4),
    hasQualifiedPrincipal: z.boolean(),
    ibvStatus: ibvStatusCode,
    /** The open signing, if any. */
    requestCode: requestCode.nullable(),
    signStatus: signStatusCode.nullable(),
    /** The link to this application, for the signature page and for later. */
    resource: resource.nullable(),
    /** False in a limited session: plan and signature need a sign-in. */
    signedIn: z.boolean(),
    attached: z.boolean(),
    /** The page that shows the state of a loan that is past its application. */
    notification: notificationCode.nullable(),
    /** Why it was declined (301), or why no amount was found on this income (203). */
    reasons: z.array(declineReason).max(4),
    /** How often a bank may still be linked in the policy's days. */
    verificationTriesLeft: z.int().nonnegative(),
  }),
  refusals: ['notFound', 'loanStatusInvalid'],
  idempotent: false,
  summary: 'The sections of an application in order, with its state',
  source: 'product.md §7',
})
