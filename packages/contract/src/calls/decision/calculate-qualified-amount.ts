import { LIMIT_CODES } from '@dolphin/domain/decisions/decision'
import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { declineReason } from '../../shapes/decline-reason.ts'
import {
  amountResultCode,
  bankAccountTypeCode,
  loanStatusCode,
  loanSubStatus,
  reviewStatusCode,
  notificationCode,
  trackerStepCode,
} from '../../wire-codes.ts'
import {
  accountId,
  accountNumber,
  applicationNo,
  documentNo,
  instant,
  loanNo,
  maskedNumber,
  money,
  routingNumber,
  text,
} from '../../wire.ts'

/** Why the most on offer is what it is: every upper bound, one of which held. The page finds the words. */
const amountWhy = z.strictObject({
  bounds: z
    .array(
      z.strictObject({
        code: z.enum(LIMIT_CODES),
        amount: money,
        /** Share of income, per cent; null where the bound is a sum of its own. */
        percent: z.int().nonnegative().nullable(),
        held: z.boolean(),
      }),
    )
    .max(10),
  monthlyNetIncome: money,
  state: text(2),
  /** Paydays that a year of income is parted into. */
  payPeriodsPerYear: z.int().positive(),
})

export const calculateQualifiedAmountCall = defineCall({
  name: 'calculateQualifiedAmount',
  method: 'POST',
  path: '/dolphin-loan/online/calculate-qualified-amount',
  feature: 'decision',
  access: 'session',
  request: {
    body: z.strictObject({
      applicationNo,
      /** Result 2: proves that a verified account is the typed one. */
      match: z.strictObject({ accountId, routingNumber, accountNumber }).optional(),
    }),
  },
  reply: z.strictObject({
    applicationNo,
    loanNo,
    result: amountResultCode,
    minimum: money.nullable(),
    maximum: money.nullable(),
    step: money.nullable(),
    expiresAt: instant.nullable(),
    hasQualifiedPrincipal: z.boolean(),
    /** Result 2: the verified accounts, one of which must be matched. */
    accountsToMatch: z
      .array(
        z.strictObject({
          accountId,
          institution: text(120),
          accountMasked: maskedNumber,
          /** The last four that matchTailNo names. */
          accountTail: text(4),
          routingTail: text(4),
          accountType: bankAccountTypeCode,
        }),
      )
      .max(50),
    /** With an offer only. */
    why: amountWhy.nullable(),
    reasons: z.array(declineReason).max(4),
    /** How often the bank may still be linked again. */
    verificationTriesLeft: z.int().nonnegative(),
    loanStatus: loanStatusCode,
    subStatus: loanSubStatus.nullable(),
    reviewStatus: reviewStatusCode.nullable(),
    trackerStep: trackerStepCode.nullable(),
    /** The notification page that shows this outcome: 201, 203 or 301; 202 while a bank is still being read; null with an offer. */
    notification: notificationCode.nullable(),
    documentNo: documentNo.nullable(),
  }),
  refusals: [
    'loanNotFound',
    'portfolioClosed',
    'sectionsIncomplete',
    'incomeNotVerified',
    'bankAccountNotMatched',
    'loanStatusInvalid',
    'militaryCheckUnavailable',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Submits the application and answers what the policy offers',
  source: 'product.md §7',
})
