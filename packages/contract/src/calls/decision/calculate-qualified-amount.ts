import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { declineReason } from '../../shapes/decline-reason.ts'
import {
  amountResultCode,
  bankAccountTypeCode,
  loanStatusCode,
  loanSubStatus,
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
    reasons: z.array(declineReason).max(4),
    /** How often the bank may still be linked again. */
    verificationTriesLeft: z.int().nonnegative(),
    loanStatus: loanStatusCode,
    subStatus: loanSubStatus.nullable(),
    trackerStep: trackerStepCode.nullable(),
    /** The notification page that shows this outcome: 201, 203 or 301; null when an amount is offered. */
    notification: notificationCode.nullable(),
    documentNo: documentNo.nullable(),
  }),
  refusals: [
    'portfolioClosed',
    'sectionsIncomplete',
    'incomeNotVerified',
    'inCollection',
    'bankAccountNotMatched',
    'loanStatusInvalid',
    'applicationBlocked',
    'militaryCheckUnavailable',
  ],
  idempotent: true,
  summary: 'Submits the application and answers what the policy offers',
  source: 'product.md §7',
})
