import { SectionKey } from '@dolphin/domain/applications/codes'
import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { AmountResult } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { planText } from '../features/plans/messages.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { anApplication } from '../testing/sample-application.ts'
import { accountToMatch, aCounteroffer, anOffer, aShortfall, offerReasons } from '../testing/sample-offer.ts'
import { aPlan, aSchedule, someOptions } from '../testing/sample-plan.ts'
import { opened } from './application-screens.ts'
import type { Hand } from './hand.ts'
import type { Screen } from './screen.ts'

const group = 'Amount and plan'
const at = '2026-11-20T10:00:00-05:00'
const COUPON = {
  couponCode: 'SAVE10',
  kind: 'financeChargePercent',
  saving: '33.20',
  even: true,
  before: {
    amountFinanced: '500.00',
    prepaidFinanceCharge: '0.00',
    financeCharge: '332.06',
    totalOfPayments: '832.06',
    apr: '258.32',
  },
} as const

const at8 = { signedIn: true, ibvStatus: IbvStatus.successful, hasQualifiedPrincipal: true } as const

const offered = (section: SectionKey, done: number, answers: ContractAnswers = {}): Omit<Screen, 'name'> => ({
  group,
  at,
  path: `/application/link-1?section=${section}`,
  answers: opened(anApplication(done, at8), {
    getPaymentOption: { data: someOptions() },
    calculatePaymentSchedule: { data: aSchedule() },
    ...answers,
  }),
})

const openFolds = async (hand: Hand) => {
  await hand.see('main details')
  for (const fold of document.querySelectorAll('main details')) fold.setAttribute('open', '')
}

const amount = (answers: ContractAnswers = {}) => offered(SectionKey.loanDetail, 6, answers)
const plan = (answers: ContractAnswers = {}) => offered(SectionKey.paymentSchedule, 7, answers)
const saved = someOptions({ savedOptionId: 'plan-10' })
const check = () => offered(SectionKey.paymentFee, 8, { getPaymentOption: { data: saved } })
const matching = () =>
  amount({
    calculateQualifiedAmount: {
      data: anOffer({ result: AmountResult.availableUnmatched, accountsToMatch: [accountToMatch()] }),
    },
  })
const shortfall = {
  calculatePaymentSchedule: { data: { ...aSchedule(), affordability: aShortfall() } },
}

const reasons = { calculateQualifiedAmount: { data: anOffer({ why: offerReasons() }) } }
const withFee = someOptions({
  frequencies: [PaymentFrequency.biWeekly],
  plans: [aPlan({ amountFinanced: '475.00', prepaidFinanceCharge: '25.00' })],
  savedOptionId: 'plan-10',
})

/** Choosing how much in which plan, and the last look before signing. */
export const planScreens = (): readonly Screen[] => [
  { name: 'offer', ...amount(reasons) },
  { name: 'offer-counter', ...amount({ calculateQualifiedAmount: { data: aCounteroffer() } }) },
  { name: 'offer-open', ...plan({ ...reasons, ...shortfall }), act: openFolds },
  {
    name: 'offer-errors',
    ...amount(),
    act: async (hand) => {
      await hand.type('#typedAmount', '7')
      await hand.type('#typedNumber', '99')
      await hand.press(planText('continue'))
    },
  },
  { name: 'offer-fee', ...plan({ getPaymentOption: { data: withFee } }) },
  { name: 'amount-match-account', ...matching() },
  {
    name: 'amount-match-account-errors',
    ...matching(),
    act: (hand) => hand.press(planText('matchConfirm')),
  },
  {
    name: 'offer-coupon',
    ...plan({
      getPaymentOption: {
        data: someOptions({
          couponCode: 'SAVE10',
          plans: [aPlan({ financeCharge: '298.86', apr: '235.10', coupon: COUPON })],
        }),
      },
    }),
  },
  { name: 'offer-shortfall', ...plan(shortfall), act: (hand) => hand.choose('main select', '2026-12-04') },
  { name: 'check-loan', ...check() },
  { name: 'check-loan-open', ...check(), act: openFolds },
  {
    name: 'check-loan-covered',
    ...offered(SectionKey.paymentFee, 8, {
      getPaymentOption: {
        data: someOptions({ plans: [aPlan({ apr: '34.71', mapr: '34.90' })], savedOptionId: 'plan-10' }),
      },
    }),
  },
]
