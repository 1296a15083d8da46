import { TransactionType } from '@dolphin/domain/payments/codes'
import type { CallValue } from '../calls/call.ts'

type Acts = CallValue<'listFileActs'>

const act = (name: Acts['acts'][number]['act'], takesTwo: boolean, obstacle: string | null = null) => ({
  act: name,
  takesTwo,
  rule: 'Lender’s policy: as an example.',
  obstacle,
})

/** What a team lead may do in the sample file. */
export const SAMPLE_ACTS: Acts = {
  portfolioId: 118,
  loanNo: '118-0000214',
  openId: 'jordan-avila',
  today: '2026-03-17',
  acts: [
    act('receipt', true),
    act('feeWaiver', true),
    act(
      'writeOff',
      true,
      'Only a loan that is suspended (204) or in collection (205). This one is 203 processing.',
    ),
    act('refund', true),
    act('suspend', false),
    act('noteLegalFact', false),
    act('cure', false),
    act('stopDebit', false),
    act('optOut', false),
  ],
  choices: {
    fees: '15.00',
    interest: '12.45',
    receiptsToCheck: [],
    receipts: [],
    onBatch: [],
    paid: [
      {
        transactionNo: 'T000004096',
        type: TransactionType.debit,
        amount: '99.43',
        effectiveDate: '2026-03-13',
      },
    ],
    installments: [{ number: 5, dueDate: '2026-03-27', amount: '99.43' }],
    debitsToStop: [{ installmentNo: 5, dueDate: '2026-03-27', amount: '99.43' }],
    collectingSteps: [],
    legalFacts: [],
    reversible: [],
    toHold: [],
    holds: [],
    requests: [],
  },
}

/** A receipt of 120.00, as the server previews it. */
export const SAMPLE_PREVIEW: CallValue<'previewFileAct'> = {
  differences: [
    { label: 'Owed today', before: '$464.47', after: '$344.47', change: '−$120.00' },
    { label: 'Fees', before: '$15.00', after: '$15.00', change: null },
  ],
  effects: ['Notice to the borrower: payment received'],
  blocked: null,
  errors: [],
}
