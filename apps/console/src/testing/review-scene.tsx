import { DeskApp } from '../app/desk-app.tsx'
import type { CallValue } from '../calls/call.ts'
import { answerCalls } from './answer-calls.ts'
import { render } from './render.tsx'
import { SAMPLE_REVIEW_CASE as CASE, SAMPLE_REVIEW_ROW as ROW } from './sample-review.ts'
import { sampleSession } from './sample-session.ts'

/** A right of an employee, in every portfolio. */
export const right = (permission: (typeof RIGHTS)[number]) => ({
  permission,
  act: 'may' as const,
  portfolios: null,
})
const RIGHTS = [
  'loan.read',
  'decision.read',
  'review.approve',
  'review.decline',
  'review.passOn',
  'review.askForMore',
  'statement.accept',
  'workItem.own',
] as const
const UNDERWRITER = RIGHTS.map(right)

/** The head of the sample loan, as its replies have it. */
export const HEAD = (({
  reasons: _r,
  waitingSince: _w,
  amount: _a,
  signStatus: _s,
  newTermsReason: _n,
  workItemNo: _i,
  takenBy: _t,
  ...head
}) => head)(ROW)
/** A document that was asked for and came. */
export const REQUEST = {
  requestNo: 1,
  documentType: 101,
  name: 'Driver license',
  note: 'The name differs.',
  state: 'received',
  answerBy: '2026-03-27',
  overdue: false,
  reason: null,
  askedBy: 'employee:nora-castell',
  askedAt: '2026-03-16T12:00:00-04:00',
  decidedBy: null,
  changedAt: '2026-03-16T13:00:00-04:00',
  files: [
    {
      documentNo: 'D7',
      sentAt: '2026-03-16T13:00:00-04:00',
      bytes: 900,
      mediaType: 'application/pdf',
      quarantined: true,
    },
  ],
} as const
/** What the server says of documents that were asked for. */
export const asked = (
  requests: CallValue<'listDocumentRequest'>['requests'],
): CallValue<'listDocumentRequest'> => ({
  ...HEAD,
  waitsFor: 'staff',
  waitsUntil: '2026-04-15',
  requests,
})

/** The server with one application in review, and what a test says otherwise. */
export function serve(answers: Parameters<typeof answerCalls>[0] = {}, rows = [ROW]) {
  return answerCalls({
    readStaffSession: { data: sampleSession(UNDERWRITER) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    showReviewCase: { data: CASE },
    listDocumentRequest: { data: asked([]) },
    reviewQueue: { data: { loans: rows, after: null } },
    explainDecision: {
      data: {
        loanNo: ROW.loanNo,
        parts: [
          {
            title: 'Decision of March 17',
            explanations: [
              {
                subject: 'Monthly net income',
                value: '3,076.66',
                rule: 'Average of 13 weeks',
                source: 'policy 4',
                inputs: [],
                deciding: true,
              },
            ],
          },
        ],
      },
    },
    ...answers,
  })
}

/** The desk at the review of the sample loan. */
export const open = (address = '/reviews/118-0000214') => render(<DeskApp />, address)
