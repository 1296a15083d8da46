import { DocumentType } from '@dolphin/domain/documents/document-type'
import { ChangeType, TransactionMode } from '@dolphin/domain/payments/codes'
import {
  HomeFlag,
  LoanFlag,
  LoanStatus,
  SignStatus,
  TrackerStep,
  ReviewStatus,
} from '@dolphin/domain/loans/codes'
import { homeText } from '../features/home/messages.ts'
import { payoutText } from '../features/disbursement/messages.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { aCustomer } from '../testing/sample-account.ts'
import { aHome, aHomeLoan, aRepaymentLoan, type HomeLoan } from '../testing/sample-home.ts'
import { aChange, aLiveLoan } from '../testing/sample-repayment.ts'
import type { Screen } from './screen.ts'

const group = 'Home'

const home = (name: string, flag: HomeFlag, loans: HomeLoan[], answers: ContractAnswers = {}): Screen => ({
  name: `home-${name}`,
  group,
  path: '/home',
  answers: { listDisbursementLoan: { data: aHome(flag, loans) }, ...answers },
})

const inProgress = (overrides: Partial<HomeLoan> = {}) =>
  aHomeLoan({
    loanStatus: LoanStatus.approved,
    trackerStep: TrackerStep.applicationApproved,
    amount: '500.00',
    effectiveDate: '2026-03-11',
    firstPaymentDate: '2026-03-20',
    firstPaymentAmount: '83.21',
    signStatus: SignStatus.signed,
    next: '/home',
    ...overrides,
  })

const unsigned = (overrides: Partial<HomeLoan> = {}) =>
  aHomeLoan({
    loanStatus: LoanStatus.originating,
    subStatus: 'customerReview',
    reviewStatus: ReviewStatus.customer,
    amount: '500.00',
    requestCode: 'R-1',
    signStatus: SignStatus.notSigned,
    next: '/signature/link-1',
    hasQualifiedPrincipal: true,
    ...overrides,
  })

/** Its money cannot leave on the signed dates. */
const again = (): Partial<HomeLoan> => ({
  loanFlags: [LoanFlag.reSignLoanAgreement],
  signsAgain: true,
  apr: '260.55',
  signedApr: '258.32',
  firstPaymentDate: '2026-04-10',
  firstPaymentAmount: '84.10',
})

type RepaymentLoan = ReturnType<typeof aRepaymentLoan>

const inRepayment = (overrides: Partial<RepaymentLoan>): ContractAnswers => ({
  listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan(overrides)] } },
})

const LATE = {
  daysOverdue: 6,
  pastDueAmount: '288.51',
  pastDueParts: [{ installmentNo: 1, dueDate: '2026-03-20', amount: '288.51' }],
}
const overdue = {
  ...inRepayment(LATE),
  paymentDetail: { data: aLiveLoan(LATE) },
} satisfies ContractAnswers

const next = (overrides: Partial<NonNullable<RepaymentLoan['nextPayment']>> = {}) => {
  const { nextPayment } = aRepaymentLoan()
  return nextPayment && { ...nextPayment, ...overrides }
}

const DECLINED = [{ code: 'income', reason: 'Your income is too low.', change: 'A higher income.' }]

const PAID_OFF = inRepayment({
  loanStatus: LoanStatus.terminated,
  subStatus: 'paidOff',
  paid: '534.81',
  savedByPayingEarly: '42.21',
  nextPayment: null,
  documents: [
    {
      documentNo: 'D-10',
      loanNo: '118-0000017',
      documentType: DocumentType.paidInFullLetter,
      title: 'Paid in full',
      createdAt: '2026-03-10T10:00:00-04:00',
      signedAt: null,
      bytes: 10,
      sha256: null,
    },
  ],
})

/** Flags 1 to 6 of product.md §4, with the states that change what comes next. */
export const homeScreens = (): readonly Screen[] => [
  home('1-start', HomeFlag.noLoanAmount, []),
  home('1-declined', HomeFlag.noLoanAmount, [
    aHomeLoan({
      loanStatus: LoanStatus.withdrawn,
      reasons: DECLINED,
    }),
  ]),
  home('1-paid-off', HomeFlag.noLoanAmount, [], PAID_OFF),
  home('2-no-amount', HomeFlag.prepareApplication, [aHomeLoan({ reasons: DECLINED })]),
  home('2-statement', HomeFlag.prepareApplication, [aHomeLoan({ statementInReview: true })]),
  home('2-continue', HomeFlag.prepareApplication, [aHomeLoan()]),
  {
    ...home('2-withdraw', HomeFlag.prepareApplication, [aHomeLoan()]),
    act: (hand) => hand.press(homeText('withdraw')),
  },
  home('3-choose', HomeFlag.unsigned, [
    unsigned({
      amount: null,
      requestCode: null,
      signStatus: null,
      offer: { minimum: '200.00', maximum: '800.00', expiresAt: '2026-03-24T10:00:00-04:00' },
    }),
  ]),
  home('3-unsigned', HomeFlag.unsigned, [unsigned()]),
  home('3-renew', HomeFlag.unsigned, [unsigned({ loanFlags: [LoanFlag.recalculatePaymentPlan] })]),
  home('3-again', HomeFlag.unsigned, [unsigned(again())]),
  home('4-in-progress', HomeFlag.inProgress, [inProgress()]),
  home('4-bank-link-ended', HomeFlag.inProgress, [inProgress({ linkBankAgain: true })]),
  home('4-review', HomeFlag.inProgress, [
    inProgress({
      loanStatus: LoanStatus.originating,
      subStatus: 'underwriterReview',
      reviewStatus: ReviewStatus.underwriter,
      trackerStep: TrackerStep.preUnderwriterReview,
    }),
  ]),
  home('4-exception', HomeFlag.inProgress, [inProgress({ trackerStep: TrackerStep.exception })]),
  home('5-repayment', HomeFlag.repaymentLoan, []),
  home(
    '5-open-change',
    HomeFlag.repaymentLoan,
    [],
    inRepayment({
      openChange: aChange({ changeTypeCode: ChangeType.payDown }),
      nextPayment: next({ date: '2026-03-16', total: '50.00' }),
      changes: [
        {
          changeTypeCode: ChangeType.payDown,
          allowed: false,
          reason: 'A change is open. Undo it, or choose this again on Tue, Mar 17, 2026.',
        },
      ],
    }),
  ),
  home(
    '5-autopay-off',
    HomeFlag.repaymentLoan,
    [],
    inRepayment({
      automatic: { on: false, reason: null },
      nextPayment: next({ sentBy: 'borrower', accountMasked: null }),
    }),
  ),
  home(
    '5-held',
    HomeFlag.repaymentLoan,
    [],
    inRepayment({
      automatic: { on: false, reason: 'Two payments came back. We take none until you allow it again.' },
    }),
  ),
  home(
    '5-suspended',
    HomeFlag.repaymentLoan,
    [],
    inRepayment({ loanStatus: LoanStatus.suspended, subStatus: 'noFuturePayment', nextPayment: null }),
  ),
  home('5-overdue', HomeFlag.repaymentLoan, [], overdue),
  home('5-new-address', HomeFlag.repaymentLoan, [], {
    getPersonalInfo: { data: aCustomer({ newAddressNeeded: true }) },
  }),
  home('6-repair', HomeFlag.repairInformation, [inProgress({ trackerStep: TrackerStep.exception })]),
  {
    ...home('6-repair-errors', HomeFlag.repairInformation, [inProgress()]),
    act: (hand) => hand.pressAt('main form button[type="submit"]'),
  },
]

const payouts = 'Disbursement'

const payout = (page: string, name: string, loan: HomeLoan, seconds = 7_200): Screen => ({
  name: `disbursement-${name}`,
  group: payouts,
  path: `/disbursement/${page}`,
  answers: {
    listDisbursementLoan: { data: aHome(HomeFlag.inProgress, [loan]) },
    countdownSameDay: {
      data: {
        secondsLeft: seconds,
        cutOffAt: '2026-03-10T13:00:00-04:00',
        fundsArriveOn: '2026-03-10',
        sameDay: seconds > 0,
      },
    },
  },
})

const onItsWay = (overrides: Partial<HomeLoan> = {}) =>
  inProgress({ datesToPick: ['2026-03-10', '2026-03-11'], sameDayTip: true, ...overrides })

const byCheck = () =>
  onItsWay({
    method: TransactionMode.paperCheck,
    account: null,
    checkAddress: '1 Sample Street, Springfield, UT 84101',
    mailedOn: '2026-03-03',
    sameDayTip: false,
  })

/** The three pages of the money on its way. */
export const payoutScreens = (): readonly Screen[] => [
  payout('loan-application', 'loan-application', onItsWay()),
  payout('loan-details', 'loan-details', onItsWay()),
  payout('loan-details', 'cut-off-passed', onItsWay(), 0),
  payout('loan-details', 'paper-check', byCheck()),
  {
    ...payout('loan-details', 'check-errors', onItsWay()),
    act: async (hand) => {
      await hand.press(payoutText('checkTitle'))
      await hand.press(payoutText('checkAsk'))
    },
  },
  payout('loan-details', 'again', unsigned(again())),
  payout('signature', 'signature', unsigned({ sameDayTip: true })),
  payout('signature', 'signature-done', onItsWay()),
  {
    name: 'disbursement-none',
    group: payouts,
    path: '/disbursement/loan-details',
    answers: { listDisbursementLoan: { data: aHome(HomeFlag.noLoanAmount, []) } },
  },
]
