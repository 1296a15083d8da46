import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { CHANGE_KINDS, type ChangeKind } from '../features/servicing/change-kinds.ts'
import { servicingText } from '../features/servicing/receipt-messages.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { aRepaymentLoan } from '../testing/sample-home.ts'
import { aChange, aChangeList, aLiveLoan, aPreview, type ChangeResult } from '../testing/sample-repayment.ts'
import type { Hand } from './hand.ts'
import type { Screen } from './screen.ts'

const loanPage = '/repayment/loan-details'

const repayment = (name: string, answers: ContractAnswers = {}, act?: Screen['act']): Screen => ({
  name: `repayment-${name}`,
  group: 'Repayment',
  path: loanPage,
  answers,
  ...(act === undefined ? {} : { act }),
})

const PAID_OFF = aLiveLoan({
  balance: '0.00',
  payoffToday: '0.00',
  paid: '577.02',
  nextDueDate: null,
  nextDueAmount: null,
  nextPayment: null,
  loanStatus: LoanStatus.terminated,
  subStatus: 'paidOff',
  installments: [],
  timeline: [],
  changes: [],
})

const CANCELING = {
  loanNo: '118-0000017',
  mode: 0,
  loanStatus: LoanStatus.disbursed,
  cancelUntil: '2026-03-10T23:59:59-04:00',
  principalDebit: '500.00',
  debitDate: '2026-03-12',
} as const

const LATE = {
  daysOverdue: 6,
  pastDueAmount: '288.51',
  pastDueParts: [{ installmentNo: 1, dueDate: '2026-03-20', amount: '288.51' }],
}

/** A loan being paid back, as it stands. */
export const repaymentScreens = (): readonly Screen[] => [
  repayment('loan-details'),
  repayment('bank-link-ended', { paymentDetail: { data: aLiveLoan({ linkBankAgain: true }) } }),
  repayment('other-account-linked', {
    paymentDetail: {
      data: aLiveLoan({
        linkBankAgain: true,
        statusNotes: [WORK_ITEM_RULES.otherAccountLinked.words?.en ?? ''],
      }),
    },
  }),
  repayment('open-change', { paymentDetail: { data: aLiveLoan({ openChange: aChange() }) } }),
  repayment('to-sign', {
    paymentDetail: { data: aLiveLoan({ changeToSign: aChange({ status: 'toSign', cancelable: false }) }) },
  }),
  repayment('not-sent', {
    paymentDetail: { data: aLiveLoan({ openChange: aChange({ confirmAgainBy: '2026-03-23' }) }) },
  }),
  repayment('undo', { paymentDetail: { data: aLiveLoan({ openChange: aChange() }) } }, (hand) =>
    hand.press(servicingText('undo')),
  ),
  repayment('overdue', {
    listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan(LATE)] } },
    paymentDetail: { data: aLiveLoan(LATE) },
  }),
  repayment('not-now', {
    paymentDetail: {
      data: aLiveLoan({
        changes: [{ changeTypeCode: ChangeType.payOff, allowed: false, reason: 'A change is open.' }],
      }),
    },
  }),
  repayment('automatic-off', {
    paymentDetail: { data: aLiveLoan({ automatic: { on: false, reason: null } }) },
  }),
  repayment('cancel', { cancelLoan: { data: CANCELING } }, (hand) => hand.press(servicingText('cancelLoan'))),
  repayment('paid-off', {
    listRepaymentLoan: {
      data: {
        homeFlag: 5,
        loans: [
          aRepaymentLoan({
            loanStatus: LoanStatus.terminated,
            subStatus: 'paidOff',
            balance: '0.00',
            payoffToday: '0.00',
            nextDueDate: null,
            nextDueAmount: null,
            nextPayment: null,
            progress: '100.00',
            installmentsPaid: 2,
          }),
        ],
      },
    },
    paymentDetail: { data: PAID_OFF },
  }),
  repayment('none', { listRepaymentLoan: { data: { homeFlag: 1, loans: [] } } }),
]

/** What is asked for in each review, as it stands in the address. */
const CHOSEN: Readonly<Record<ChangeKind, string>> = {
  'extra-payment': 'amount=50.00&date=2026-03-16&effect=shorter&pay=15000',
  'pay-off': 'date=2026-03-16&pay=15000',
  'pay-off-in-n': 'number=2&pay=15000',
  'fixed-amount': 'amount=300.00&pay=15000',
  help: 'help=end&number=1',
  payday: 'payroll=17000&nextPayday=2026-03-20',
  frequency: 'payroll=17003&nextPayday=2026-03-20&every=17003',
  holiday: 'rule=1',
  availability: 'rule=1',
  'way-to-pay': 'pay=15006',
  'stop-automatic': '',
  'stop-one': 'number=2',
}

const kinds = Object.keys(CHOSEN) as ChangeKind[]
const changePath = (kind: ChangeKind, rest = '') =>
  `${loanPage}?loanNo=118-0000017&change=${kind}${rest === '' ? '' : `&${rest}`}`

const QUOTE: NonNullable<ChangeResult['quote']> = {
  quoteId: 'Q-1',
  principal: '500.00',
  interest: '3.56',
  fee: '0.00',
  total: '503.56',
  perDiem: '3.5616',
  goodThrough: '2026-03-16',
  goodUntil: '2026-03-13T18:00:00-04:00',
  inFlight: [{ dueDate: '2026-03-12', amount: '288.51' }],
  inFlightText: 'A payment is on its way. If it comes back, its amount is still owed.',
}

const preview = (kind: ChangeKind, overrides: Partial<ChangeResult> = {}): ContractAnswers => {
  const asked = {
    data: aPreview({
      changeTypeCode: CHANGE_KINDS[kind],
      quote: kind === 'pay-off' ? QUOTE : null,
      ...overrides,
    }),
  }
  return { requestChange: asked, payOff: asked, payOffInN: asked, payFixedAmount: asked }
}

const review = (kind: ChangeKind, overrides: Partial<ChangeResult> = {}): Screen => ({
  name: `change-${kind}-review`,
  group: 'Changes',
  path: changePath(kind, `${CHOSEN[kind]}&step=review`),
  answers: preview(kind, overrides),
})

/** What cannot be asked for: in which change, in which field, typed as what. */
const WRONG = [
  ['extra-payment', '#amount', '1'],
  ['fixed-amount', '#amount', ''],
  ['pay-off', '#date', '13/40/2026'],
  ['payday', '#nextPayday', ''],
] as const

const submit = (hand: Hand) => hand.pressAt('main form button[type="submit"]')

const done = (kind: ChangeKind): Screen => ({
  name: `change-${kind}-receipt`,
  group: 'Changes',
  path: '/notification/103?loanNo=118-0000017&changeNo=C-1',
  answers: {
    listChange: { data: aChangeList([aChange({ changeTypeCode: CHANGE_KINDS[kind] })]) },
  },
})

/** Every change of a loan: what is wanted, what it comes to, and the receipt. */
export const changeScreens = (): readonly Screen[] => [
  ...kinds.map(
    (kind): Screen => ({
      name: `change-${kind}-form`,
      group: 'Changes',
      path: changePath(kind),
      answers: preview(kind),
    }),
  ),
  ...kinds.map((kind) => review(kind)),
  ...(['extra-payment', 'payday', 'stop-automatic'] as const).map(done),
  ...WRONG.map(
    ([kind, field, typed]): Screen => ({
      name: `change-${kind}-errors`,
      group: 'Changes',
      path: changePath(kind),
      answers: preview(kind),
      act: async (hand) => {
        await hand.type(field, typed)
        await submit(hand)
        await hand.see('[role="alert"] a')
      },
    }),
  ),
  { ...review('frequency', { needsSignature: true }), name: 'change-signed-review' },
  {
    name: 'change-checking',
    group: 'Changes',
    path: changePath('extra-payment', `${CHOSEN['extra-payment']}&step=checking&known=none`),
    answers: preview('extra-payment'),
  },
  {
    name: 'change-not-now',
    group: 'Changes',
    path: changePath('pay-off'),
    answers: {
      paymentDetail: {
        data: aLiveLoan({
          changes: [{ changeTypeCode: ChangeType.payOff, allowed: false, reason: 'A change is open.' }],
        }),
      },
    },
  },
  {
    name: 'change-authorization',
    group: 'Changes',
    path: `${loanPage}?loanNo=118-0000017&change=authorization`,
  },
  {
    name: 'change-authorization-errors',
    group: 'Changes',
    path: `${loanPage}?loanNo=118-0000017&change=authorization`,
    act: submit,
  },
]
