import { z } from 'zod'
import { defineCall } from './call.ts'
import { declineReason } from './shapes/decline-reason.ts'
import { resourceInfo } from './shapes/resource-info.ts'
import {
  applicationNo,
  code,
  elementKey,
  isoDate,
  loanNo,
  money,
  pagePath,
  portfolioId,
  requestCode,
  resource,
  ssnLast4,
  text,
  versionNo,
  written,
} from './wire.ts'
import {
  collectingSubStatus,
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
} from './wire-codes.ts'

export const attachLoanCall = defineCall({
  name: 'attachLoan',
  method: 'POST',
  path: '/dolphin-loan/attach-loan',
  feature: 'applications',
  access: 'customer',
  request: { body: z.strictObject({ resource, ssnLast4, birthDate: isoDate }) },
  reply: z.strictObject({ applicationNo, loanNo, next: pagePath }),
  refusals: [
    'loanStatusInvalid',
    'identityNotMatched',
    'identityLocked',
    'attachNotPossible',
    'applicationAlreadyOpen',
    'inCollection',
  ],
  idempotent: true,
  summary: 'Ties an application begun without an account to the account, once',
  source: 'product.md §7',
})

export const checkCollectionStatusCall = defineCall({
  name: 'checkCollectionStatus',
  method: 'POST',
  path: '/dolphin-loan/online/loan/check-collection-status',
  feature: 'applications',
  access: 'customer',
  request: { body: z.strictObject({ loanNo: loanNo.optional() }) },
  reply: z.strictObject({
    inCollection: z.boolean(),
    loanNo: loanNo.nullable(),
    subStatus: collectingSubStatus.nullable(),
    daysOverdue: z.int().nonnegative(),
    amountDue: money,
  }),
  storesNothing: 'always',
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'Whether a loan in collection blocks a new application',
  source: 'product.md §7',
})

export const infrastructureParsePathResourceCall = defineCall({
  name: 'infrastructureParsePathResource',
  method: 'POST',
  path: '/infrastructure/parse-path-resource',
  feature: 'applications',
  access: 'resource',
  request: { body: z.strictObject({ resource }) },
  reply: resourceInfo,
  storesNothing: 'always',
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What any link stands for, without the token in an address',
  source: 'product.md §7',
})

const section = z.strictObject({
  sectionKey,
  /** Null where the section has a screen of its own. */
  formCode: code.nullable(),
  title: text(120),
  /** `filled`: the bank report answers it, and the borrower has yet to confirm. */
  status: z.enum(['locked', 'open', 'filled', 'done', 'repair']),
  editable: z.boolean(),
  /** Element keys that a review or a return asks to have corrected. */
  repairElements: z.array(elementKey).max(100),
  /** Element keys that may still be corrected, until the signature, although the section is closed. */
  correctElements: z.array(elementKey).max(100),
  version: versionNo,
})

export const listSectionCall = defineCall({
  name: 'listSection',
  method: 'GET',
  path: '/dolphin-loan/online/list-section',
  feature: 'applications',
  access: 'session',
  request: {
    query: z.strictObject({ applicationNo: applicationNo.optional(), resource: resource.optional() }),
  },
  reply: z.strictObject({
    applicationNo,
    loanNo,
    portfolioId,
    sections: z.array(section).max(20),
    /** The order in which the portfolio asks for the sections before the offer. */
    entryOrder: z.array(sectionKey).max(20),
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
    /** Of the request opened last, a bank link or a signing, as get-request-status takes it. */
    requestId: requestCode.nullable(),
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

export const parseCompleteResourceCall = defineCall({
  name: 'parseCompleteResource',
  method: 'GET',
  path: '/dolphin-loan/online/parse-complete-resource',
  feature: 'applications',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: resourceInfo,
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What a complete-information link stands for',
  source: 'product.md §7',
})

export const parsePathResourceCall = defineCall({
  name: 'parsePathResource',
  method: 'GET',
  path: '/dolphin-loan/online/parse-path-resource',
  feature: 'applications',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: resourceInfo,
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What an application or pending-application link stands for',
  source: 'product.md §7',
})

export const parseReturningResourceCall = defineCall({
  name: 'parseReturningResource',
  method: 'GET',
  path: '/dolphin-loan/online/parse-returning-resource',
  feature: 'applications',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: resourceInfo,
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What a returning link stands for',
  source: 'product.md §7',
})

export const withdrawApplicationCall = defineCall({
  name: 'withdrawApplication',
  method: 'POST',
  path: '/dolphin-loan/online/withdraw-application',
  feature: 'applications',
  access: 'session',
  request: { body: z.strictObject({ loanNo, reason: written(500).optional() }) },
  reply: z.strictObject({ loanNo, loanStatus: loanStatusCode, homeFlag: homeFlagCode }),
  refusals: ['loanNotFound', 'loanStatusInvalid', 'withdrawalTooLate'],
  idempotent: true,
  summary: 'Withdraws an application, until the money is on its way',
  source: 'ours',
})
