import type { Example } from './example.ts'
import { passkeyAnswer } from './passkey-answer.ts'

const note = 'Looked at it'

type CustomerFileCall =
  | 'findCustomers'
  | 'showCustomer'
  | 'customerHistory'
  | 'loanRecords'
  | 'loanLedger'
  | 'showReviewCase'
  | 'customerAudit'
  | 'listFileActs'
  | 'previewFileAct'
  | 'writeNote'
  | 'beginUnmask'
  | 'unmask'
  | 'openMirror'
  | 'showMirror'
  | 'endMirror'
  | 'noteLegalFact'
  | 'endLegalFact'
  | 'putOffWorkItem'

/** One valid request for each call about a customer's file, its loans and its work. */
export const CUSTOMER_FILE_EXAMPLES: { readonly [Name in CustomerFileCall]: Example<Name> } = {
  noteLegalFact: ({ borrower: { loanNo } }) => ({
    body: { loanNo, kind: 'bankruptcy', since: '2026-03-03', reference: null, note },
  }),
  endLegalFact: ({ borrower: { loanNo } }) => ({
    body: { loanNo, kind: 'bankruptcy', endedOn: '2026-03-03', note },
  }),
  putOffWorkItem: () => ({
    body: { workItemNo: 'W000000001', outcome: 'noAnswer', note, nextDay: '2026-03-20' },
  }),
  findCustomers: ({ ownerEmail }) => ({ body: { typed: ownerEmail } }),
  showCustomer: ({ owner }) => ({ params: { file: owner.openId }, query: {} }),
  customerHistory: ({ owner }) => ({ params: { file: owner.openId }, query: {} }),
  loanRecords: ({ loanNo }) => ({ params: { loanNo } }),
  showReviewCase: ({ loanNo }) => ({ params: { loanNo } }),
  loanLedger: ({ loanNo }) => ({ params: { loanNo }, query: {} }),
  customerAudit: ({ owner }) => ({ params: { file: owner.openId }, query: {} }),
  listFileActs: ({ owner }) => ({ params: { file: owner.openId }, query: {} }),
  previewFileAct: ({ owner: { portfolioId, openId } }) => ({ body: { act: 'freeze', portfolioId, openId } }),
  writeNote: ({ owner }) => ({ body: { file: owner.openId, text: note, loan: null } }),
  openMirror: ({ owner }) => ({ body: { openId: owner.openId, reason: note } }),
  showMirror: () => ({ params: { mirrorNo: 'no-such-view' } }),
  endMirror: () => ({ body: { mirrorNo: 'no-such-view' } }),
  beginUnmask: ({ owner }) => ({ body: { file: owner.openId, field: 'email', reason: note } }),
  unmask: ({ owner }) => ({
    body: {
      file: owner.openId,
      field: 'email',
      reason: note,
      challengeId: 'c'.repeat(22),
      response: passkeyAnswer,
    },
  }),
}
