import { LoanStatus, SignStatus } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { CallValue } from '../calls/call.ts'

/** A loan that waits for an underwriter. */
export const SAMPLE_REVIEW_ROW: CallValue<'reviewQueue'>['loans'][number] = {
  loanNo: '118-0000214',
  applicationNo: 'A-214',
  portfolioId: 118,
  customerName: 'Jordan Avila',
  loanStatus: LoanStatus.originating,
  subStatus: 'underwriterReview',
  reviewStatus: null,
  trackerStep: null,
  reasons: [
    {
      code: 'incomeUnstable',
      reason: 'Income varies by more than a third',
      change: 'Three months of even pay',
    },
    { code: 'shortHistory', reason: 'The account is younger than 90 days', change: 'A longer history' },
  ],
  waitingSince: '2026-03-17T08:12:00-04:00',
  amount: '600.00',
  signStatus: SignStatus.signed,
  newTermsReason: null,
  workItemNo: 'W000000031',
  takenBy: null,
}

/** The same with all that stands beside its reasons. */
export const SAMPLE_REVIEW_CASE: CallValue<'showReviewCase'> = {
  loanNo: SAMPLE_REVIEW_ROW.loanNo,
  deadline: { completeOn: '2026-03-16', notifyBy: '2026-04-15', daysLeft: 29 },
  steps: [{ step: 'submitted', at: '2026-03-16T16:18:00-04:00' }],
  offer: {
    minimum: '300.00',
    maximum: '1000.00',
    step: '100.00',
    until: '2026-04-15T16:18:00-04:00',
    tier: 'B',
    policyVersion: 4,
    bounds: [
      {
        text: 'At most $1,037.86: the share of income per pay period allows (the bound that held).',
        held: true,
      },
    ],
  },
  counter: { minimum: '300.00', maximum: '500.00', step: '100.00', picked: '600.00', decisionNo: 'D41' },
  facts: [
    {
      rule: 'accountOwnerMismatch',
      fact: 'account owner is the applicant',
      value: 'no',
      bound: 'is no',
      effect: 'refers to a person',
      fired: true,
    },
    {
      rule: 'incomeTooLow',
      fact: 'verified monthly net income',
      value: '$3,212.41',
      bound: 'is less than $1,200.00',
      effect: 'declines',
      fired: false,
    },
  ],
  reasons: [
    { code: 'incomeUnstable', reason: 'Income varies by more than a third', found: true },
    { code: 'shortHistory', reason: 'The account is younger than 90 days', found: true },
    { code: 'bankruptcyOpen', reason: 'A bankruptcy case is open', found: false },
  ],
  alike: [
    {
      by: ['account', 'phone'],
      file: 'ana-reyes',
      name: 'Ana Reyes',
      loans: [
        { loanNo: '118-0000379', loanStatus: LoanStatus.processing, subStatus: null, reviewStatus: null },
      ],
    },
  ],
  moreAlike: false,
  statements: [
    {
      requestCode: 'IBV1',
      portfolioId: 118,
      loanNo: SAMPLE_REVIEW_ROW.loanNo,
      applicationNo: SAMPLE_REVIEW_ROW.applicationNo,
      customerName: SAMPLE_REVIEW_ROW.customerName,
      kind: 'png',
      state: 'waiting',
      ibvStatus: IbvStatus.inProgress,
      documentNo: 'D1',
      waitingSince: '2026-03-16T12:00:00-04:00',
    },
  ],
}
