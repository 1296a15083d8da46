import { LoanStatus } from '@dolphin/domain/loans/codes'
import type { CallValue } from '../calls/call.ts'

type File = CallValue<'showCustomer'>

/** A customer with one running loan, as support reads the file. */
export const SAMPLE_FILE: File = {
  file: 'jordan-avila',
  portfolioId: 118,
  portfolioName: 'Tidewater Installment',
  openId: 'jordan-avila',
  name: 'Jordan Avila',
  emailMasked: 'j•••@example.com',
  phoneMasked: '(•••) •••-0162',
  ssnMasked: '***-**-6201',
  language: 'en',
  state: 'MO',
  timeZones: ['America/Chicago'],
  since: '2025-08-04T09:00:00-04:00',
  accountActive: true,
  mailOfferObstacle: 'noConsent',
  optOuts: [8],
  flags: [],
  loans: [
    {
      loanNo: '118-0000214',
      applicationNo: 'A0000021',
      loanStatus: LoanStatus.processing,
      subStatus: null,
      reviewStatus: null,
      amount: '600.00',
      createdAt: '2026-01-05T09:00:00-05:00',
      legalFacts: [],
    },
    {
      loanNo: '118-0000087',
      applicationNo: 'A0000008',
      loanStatus: LoanStatus.terminated,
      subStatus: 'paidOff',
      reviewStatus: null,
      amount: '400.00',
      createdAt: '2025-08-04T09:00:00-04:00',
      legalFacts: [],
    },
  ],
  work: [
    {
      workItemNo: 'W000000021',
      kind: 'receiptToCheck',
      sleepsUntil: null,
      loanNo: '118-0000214',
      due: '2026-03-17',
      overdue: false,
      takenBy: 'employee:owen-brandt',
    },
  ],
  statements: [],
  notes: [
    {
      noteNo: 'N000000001',
      loanNo: null,
      text: 'Works nights. Call after 2 PM Central.',
      author: 'employee:theo-vance',
      at: '2026-02-03T10:00:00-05:00',
    },
  ],
  money: {
    loanNo: '118-0000214',
    nextPayment: {
      date: '2026-03-27',
      total: '99.43',
      sentBy: 'us',
      reason: null,
      accountMasked: '••••0418',
      changeableUntil: '2026-03-25T16:00:00-04:00',
      parts: [
        {
          purpose: 'installment',
          installmentNo: 5,
          amount: '99.43',
          sentBy: 'us',
          reason: null,
          changeableUntil: '2026-03-25T16:00:00-04:00',
        },
      ],
    },
    principal: '437.02',
    interest: '12.45',
    fees: '15.00',
    payoff: '464.47',
    perDiem: '3.11',
    daysOverdue: 0,
    pastDueAmount: '0.00',
    beyondPlan: '0.00',
    installmentsPaid: 4,
    installmentsTotal: 10,
    payoffByDay: [
      { day: '2026-03-17', interest: '12.45', payoff: '464.47' },
      { day: '2026-03-18', interest: '15.57', payoff: '467.59' },
    ],
  },
  bankReport: { receivedAt: '2026-01-09T12:00:00-05:00', institution: 'Harbor Sample Bank' },
}
