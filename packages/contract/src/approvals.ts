import { z } from 'zod'
import { defineCall } from './call.ts'
import { approval, approvalHead, approvalNo, enteredApproval } from './shapes/approval.ts'
import { challengeId, passkeyAssertion, passkeyOptions } from './shapes/staff.ts'
import { everyEmployee } from './staff-rule.ts'
import { instant, queryPortfolioId, sha256, text, written } from './wire.ts'

/** What the list can be kept to, and where it goes on. */
const approvalQuery = {
  portfolioId: queryPortfolioId.optional(),
  /** Waiting ones unless it is said. */
  state: z.enum(['waiting', 'answered']).optional(),
  /** Those alone that the employee entered. */
  enteredBy: z.literal('me').optional(),
  /** Goes on after this one. */
  after: approvalNo.optional(),
}

export const listApprovalCall = defineCall({
  name: 'listApproval',
  method: 'GET',
  path: '/dolphin-ops/approval',
  feature: 'approvals',
  access: 'operations',
  staff: everyEmployee,
  request: {
    query: z.strictObject(approvalQuery),
  },
  reply: z.strictObject({
    approvals: z.array(approvalHead).max(100),
    /** To go on after; null where the list ends. */
    after: approvalNo.nullable(),
    /** How many wait that the employee may confirm. */
    waiting: z.int().nonnegative(),
  }),
  refusals: [],
  idempotent: false,
  summary:
    'What waits for a second person, oldest first: the employee’s own and what their roles enter or confirm',
  source: 'ours',
})

export const exportApprovalCall = defineCall({
  name: 'exportApproval',
  method: 'GET',
  path: '/dolphin-ops/approval-csv',
  feature: 'approvals',
  access: 'operations',
  staff: everyEmployee,
  replyType: 'file',
  request: { query: z.strictObject(approvalQuery).omit({ after: true }) },
  reply: z.unknown(),
  refusals: [],
  idempotent: false,
  summary: 'The list of approvals as a table, at most 1,000 rows; in the audit with filter and count',
  source: 'ours',
})

export const showApprovalCall = defineCall({
  name: 'showApproval',
  method: 'GET',
  path: '/dolphin-ops/approval/{approvalNo}',
  feature: 'approvals',
  access: 'operations',
  staff: everyEmployee,
  request: { params: z.strictObject({ approvalNo }) },
  reply: approval,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'One approval: what was entered, what it changes now, and the digest to confirm',
  source: 'ours',
})

export const beginConfirmationCall = defineCall({
  name: 'beginConfirmation',
  method: 'POST',
  path: '/dolphin-ops/approval/begin',
  feature: 'approvals',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ approvalNo, digest: sha256 }) },
  reply: z.strictObject({ challengeId, options: passkeyOptions }),
  refusals: ['notFound', 'approvalRefused', 'approvalChanged', 'approvalOver', 'approvalBlocked'],
  idempotent: false,
  summary: 'Asks for a passkey over the digest of what is confirmed',
  source: 'ours',
})

export const confirmApprovalCall = defineCall({
  name: 'confirmApproval',
  method: 'POST',
  path: '/dolphin-ops/approval/confirm',
  feature: 'approvals',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ approvalNo, digest: sha256, challengeId, response: passkeyAssertion }) },
  reply: z.strictObject({
    approval,
    /** Of an invitation: the link to pass on, shown this once. */
    invitation: z.strictObject({ link: text(300), expiresAt: instant }).nullable(),
  }),
  refusals: [
    'notFound',
    'approvalRefused',
    'approvalChanged',
    'approvalOver',
    'approvalBlocked',
    'staffSignInRefused',
    'passkeyBlocked',
  ],
  idempotent: true,
  summary: 'Confirms by a passkey what another employee entered, and carries it out',
  source: 'ours',
})

export const answerApprovalCall = defineCall({
  name: 'answerApproval',
  method: 'POST',
  path: '/dolphin-ops/approval/answer',
  feature: 'approvals',
  access: 'operations',
  staff: everyEmployee,
  request: {
    body: z.strictObject({
      approvalNo,
      /** return and refuse: who may confirm; withdraw: who entered it. */
      answer: z.enum(['return', 'refuse', 'withdraw']),
      note: written(500).trim().min(3, 'Say why'),
    }),
  },
  reply: approval,
  refusals: ['notFound', 'approvalRefused', 'approvalOver'],
  idempotent: true,
  summary: 'Returns an approval to who entered it, refuses it, or takes one’s own back',
  source: 'ours',
})

export const enterApprovalAgainCall = defineCall({
  name: 'enterApprovalAgain',
  method: 'POST',
  path: '/dolphin-ops/approval/again',
  feature: 'approvals',
  access: 'operations',
  staff: everyEmployee,
  touch: { about: 'approval', title: 'Enter again what moves money', shows: { approvalNo: 'Approval' } },
  request: { body: z.strictObject({ approvalNo }) },
  reply: z.strictObject({
    approval: enteredApproval,
    /** Of an invitation: the code to pass on, shown this once. */
    code: text(20).nullable(),
  }),
  refusals: ['notFound', 'approvalRefused', 'approvalOver', 'approvalBlocked', 'touchNeeded'],
  idempotent: true,
  summary: 'Enters once more, as it was, what one entered oneself and no one confirmed',
  source: 'ours',
})
