import type { Approval, ApprovalHead } from '../features/approvals/use-approvals.ts'

const HEAD: ApprovalHead = {
  approvalNo: 'A000000012',
  kind: 'posting',
  title: 'Receipt, money order',
  subject: 'Jordan Avila',
  portfolioId: 118,
  loanNo: '118-0000214',
  amount: '120.00',
  permission: 'posting.enter',
  state: 'waiting',
  enteredBy: { employeeId: 'owen-brandt', name: 'Owen Brandt' },
  enteredAt: '2026-03-17T10:31:08-04:00',
  endsAt: '2026-03-22T10:31:08-04:00',
  own: false,
  obstacle: null,
}

/** What waits: two to confirm, one of another's right, one of the employee's own. */
export const SAMPLE_HEADS: readonly ApprovalHead[] = [
  HEAD,
  {
    ...HEAD,
    approvalNo: 'A000000013',
    title: 'Refund 302, duplicate payment',
    subject: 'Renata Solis',
    loanNo: '118-0000176',
    amount: '104.22',
    enteredAt: '2026-03-17T09:37:00-04:00',
  },
  {
    ...HEAD,
    approvalNo: 'A000000014',
    kind: 'release',
    title: 'Publish portfolio 110, version 14',
    subject: 'Redstone Advance',
    portfolioId: 110,
    loanNo: null,
    amount: null,
    permission: 'draft.publish',
    obstacle: 'noRole',
  },
  {
    ...HEAD,
    approvalNo: 'A000000015',
    title: 'Write-off',
    subject: 'Dorian Pike',
    loanNo: '118-0000090',
    amount: '344.10',
    permission: 'posting.writeOff',
    enteredBy: { employeeId: 'nora-castell', name: 'Nora Castell' },
    own: true,
    obstacle: 'enteredByYourself',
  },
]

/** A receipt of 120.00 as who confirms it reads it. */
export const SAMPLE_APPROVAL: Approval = {
  ...HEAD,
  asEntered: [
    { label: 'Kind', value: 'receipt' },
    { label: 'Mode', value: 'money order' },
    { label: 'Reference', value: 'MO 20771845513' },
    { label: 'Received', value: 'Tue, Mar 17' },
  ],
  note: 'By mail, opened with Paul Eckert.',
  differences: [
    { label: 'Next payment', before: 'Fri, Mar 27, 99.43', after: 'Fri, Mar 27, 99.43', change: null },
    { label: 'Fees owed', before: '15.00', after: '0.00', change: '−15.00' },
    { label: 'Interest to today', before: '12.45', after: '0.00', change: '−12.45' },
    { label: 'Principal', before: '437.02', after: '344.47', change: '−92.55' },
    { label: 'Payoff today', before: '464.47', after: '344.47', change: '−120.00' },
    { label: 'Payments left', before: '6', after: '5', change: '−1' },
    { label: 'Last payment', before: 'Fri, Jun 5', after: 'Fri, May 22, 32.45', change: null },
  ],
  effects: [
    'One ledger entry: cash 120.00; fees 15.00, interest 12.45, principal 92.55.',
    'Jordan gets the notice “Payment received” by email and a new schedule.',
    'No debit is added or moved. The debit of Fri, Mar 27 stays 99.43.',
  ],
  blocked: null,
  rule: 'One person enters, another confirms: the lender’s policy of 118, version 14.',
  digest: '1165b302dcb2160cae21d3cbc29e07c9d9ec8a99fa633c5966c22fc58739c5e4',
  answer: null,
  againOf: null,
  enteredAgain: null,
}
