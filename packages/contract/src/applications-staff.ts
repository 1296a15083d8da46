import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { personal } from './personal-fields.ts'
import { may } from './staff-rule.ts'
import { enteredApproval } from './shapes/approval.ts'
import { declineReason } from './shapes/decline-reason.ts'
import { loanHead } from './shapes/loan-head.ts'
import { noticePreview } from './shapes/notice-preview.ts'
import { employeeNamed } from './shapes/staff.ts'
import { instant, loanNo, money, queryPortfolioId, text, workItemNo, written } from './wire.ts'
import { formActionModeCode, originatingSubStatus, signStatusCode } from './wire-codes.ts'

/** Why the borrower has to sign new dates if the loan is approved now; null where that is not so. */
const newTermsReason = text(300).nullable()

/** Codes of the policy's reasons: the notice names them. */
const reasonCodes = z.array(text(64)).min(1, 'Name at least one reason').max(4)

export const approveLoanCall = defineCall({
  name: 'approveLoan',
  method: 'POST',
  path: '/dolphin-ops/approve',
  feature: 'applications',
  access: 'operations',
  staff: {
    kind: 'need',
    need: { permission: 'review.approve', acts: ['may', 'enter'] },
    about: 'loanAmount',
  },
  touch: {
    about: 'loan',
    title: 'Approve an application',
    shows: {},
    unless: { field: 'mode', value: FormActionMode.preview },
  },
  request: {
    /** Without a mode it is saved. */
    body: z.strictObject({ loanNo, note: written(2_000), mode: formActionModeCode.optional() }),
  },
  reply: z.strictObject({
    ...loanHead.shape,
    mode: formActionModeCode,
    newTermsReason,
    /** Above the employee’s limit: what another confirms. Null where it is decided, or only previewed. */
    approval: enteredApproval.nullable(),
  }),
  refusals: ['loanNotFound', 'reviewDecisionRefused', 'workItemHeld', 'touchNeeded', 'secondPersonNeeded'],
  idempotent: true,
  summary:
    'Approves a loan in review or enters that above one’s limit; the preview says if it is signed again',
  source: 'ours',
})

export const declineLoanCall = defineCall({
  name: 'declineLoan',
  method: 'POST',
  path: '/dolphin-ops/decline',
  feature: 'applications',
  access: 'operations',
  staff: {
    kind: 'need',
    need: { permission: 'review.decline', acts: ['may', 'enter'] },
    about: 'loanAmount',
  },
  request: {
    body: z.strictObject({
      loanNo,
      reasonCodes,
      note: written(2_000),
    }),
  },
  reply: z.strictObject({
    ...loanHead.shape,
    /** Above the employee’s limit: what another confirms. Null where it is declined. */
    approval: enteredApproval.nullable(),
  }),
  refusals: ['loanNotFound', 'reviewDecisionRefused', 'workItemHeld'],
  idempotent: true,
  summary: 'Declines a loan with specific reasons, or enters that above the employee’s limit',
  source: 'ours',
})

export const previewDeclineCall = defineCall({
  name: 'previewDecline',
  method: 'POST',
  path: '/dolphin-ops/decline/preview',
  feature: 'applications',
  access: 'operations',
  readsCustomer: true,
  staff: {
    kind: 'need',
    need: { permission: 'review.decline', acts: ['may', 'enter'] },
    about: 'loanAmount',
  },
  storesNothing: 'always',
  request: { body: z.strictObject({ loanNo, reasonCodes }) },
  reply: z.strictObject({ notice: noticePreview }),
  refusals: ['loanNotFound', 'reviewDecisionRefused'],
  idempotent: false,
  summary: 'The notice of adverse action with these reasons as it would be sent, in both languages',
  source: 'ours',
})

/** A lower amount in place of the one that was asked for, on the decision that the reviewer read. */
const counteroffer = {
  loanNo,
  /** The most that may be borrowed instead. */
  amount: money,
  reasonCodes,
  /** Of the reviewed case; a newer decision refuses it. */
  decisionNo: text(64),
}

export const counterLoanCall = defineCall({
  name: 'counterLoan',
  method: 'POST',
  path: '/dolphin-ops/counter',
  feature: 'applications',
  access: 'operations',
  staff: {
    kind: 'need',
    need: { permission: 'review.approve', acts: ['may', 'enter'] },
    about: 'loanAmount',
  },
  touch: {
    about: 'request',
    title: 'Make a counteroffer',
    shows: { decisionNo: 'On the decision', reasonCodes: 'Reasons' },
  },
  request: { body: z.strictObject({ ...counteroffer, note: written(2_000) }) },
  reply: z.strictObject({
    ...loanHead.shape,
    /** Above the employee’s limit: what another confirms. Null where it is offered. */
    approval: enteredApproval.nullable(),
  }),
  refusals: ['loanNotFound', 'reviewDecisionRefused', 'workItemHeld', 'touchNeeded', 'secondPersonNeeded'],
  idempotent: true,
  summary: 'Offers less than was asked for, with specific reasons, or enters that above the employee’s limit',
  source: 'ours',
})

export const previewCounterCall = defineCall({
  name: 'previewCounter',
  method: 'POST',
  path: '/dolphin-ops/counter/preview',
  feature: 'applications',
  access: 'operations',
  readsCustomer: true,
  staff: {
    kind: 'need',
    need: { permission: 'review.approve', acts: ['may', 'enter'] },
    about: 'loanAmount',
  },
  storesNothing: 'always',
  request: { body: z.strictObject(counteroffer) },
  reply: z.strictObject({ notice: noticePreview }),
  refusals: ['loanNotFound', 'reviewDecisionRefused'],
  idempotent: false,
  summary: 'The notice of a counteroffer as it would be sent, in both languages',
  source: 'ours',
})

export const passOnLoanCall = defineCall({
  name: 'passOnLoan',
  method: 'POST',
  path: '/dolphin-ops/pass-on',
  feature: 'applications',
  access: 'operations',
  staff: may('review.passOn'),
  request: { body: z.strictObject({ loanNo, to: originatingSubStatus, note: written(2_000) }) },
  reply: loanHead,
  refusals: ['loanNotFound', 'reviewDecisionRefused', 'workItemHeld'],
  idempotent: true,
  summary: 'Passes a loan on to another review',
  source: 'ours',
})

/** What the list can be kept to, and where it goes on. */
const reviewQuery = {
  portfolioId: queryPortfolioId.optional(),
  subStatus: originatingSubStatus.optional(),
  after: text(64).optional(),
}

export const reviewQueueCall = defineCall({
  name: 'reviewQueue',
  method: 'GET',
  path: '/dolphin-ops/review-queue',
  feature: 'applications',
  access: 'operations',
  staff: may('loan.read'),
  request: {
    query: z.strictObject(reviewQuery),
  },
  reply: z.strictObject({
    loans: z
      .array(
        z.strictObject({
          ...loanHead.shape,
          /** Null: not for the reader's role. */
          reasons: personal('decision', z.array(declineReason).max(20)).nullable(),
          waitingSince: instant,
          amount: money.nullable(),
          signStatus: signStatusCode.nullable(),
          newTermsReason,
          /** The work item of the review, which a person takes; null where none is open. */
          workItemNo: workItemNo.nullable(),
          takenBy: employeeNamed.nullable(),
        }),
      )
      .max(100),
    after: text(64).nullable(),
  }),
  refusals: [],
  idempotent: false,
  summary: 'Loans that wait for a person, longest first',
  source: 'ours',
})

export const exportReviewCall = defineCall({
  name: 'exportReview',
  method: 'GET',
  path: '/dolphin-ops/review-queue-csv',
  feature: 'applications',
  access: 'operations',
  staff: may('loan.read'),
  replyType: 'file',
  request: { query: z.strictObject(reviewQuery).omit({ after: true }) },
  reply: z.unknown(),
  refusals: [],
  idempotent: false,
  summary:
    'The loans that wait for a person as a table, at most 1,000 rows; in the audit with filter and count',
  source: 'ours',
})
