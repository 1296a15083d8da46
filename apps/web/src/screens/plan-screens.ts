import { SectionKey } from '@dolphin/domain/applications/codes'
import { AmountResult } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { planText } from '../features/plans/messages.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { anApplication } from '../testing/sample-application.ts'
import { accountToMatch, anOffer, aShortfall, offerReasons } from '../testing/sample-offer.ts'
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

const openWhys = async (hand: Hand) => {
  await hand.see('main details')
  for (const why of document.querySelectorAll('main details')) why.setAttribute('open', '')
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
const short = () =>
  plan({
    calculatePaymentSchedule: { data: { ...aSchedule(), affordability: aShortfall() } },
  })

/** Choosing how much, in which plan, and the last look before signing. */
export const planScreens = (): readonly Screen[] => [
  { name: 'amount', ...amount({ calculateQualifiedAmount: { data: anOffer({ why: offerReasons() }) } }) },
  {
    name: 'amount-why',
    ...amount({ calculateQualifiedAmount: { data: anOffer({ why: offerReasons() }) } }),
    act: openWhys,
  },
  { name: 'amount-errors', ...amount(), act: (hand) => hand.type('#typedAmount', '7') },
  { name: 'amount-match-account', ...matching() },
  {
    name: 'amount-match-account-errors',
    ...matching(),
    act: (hand) => hand.press(planText('matchConfirm')),
  },
  { name: 'plan', ...plan() },
  { name: 'plan-whys', ...plan(), act: openWhys },
  {
    name: 'plan-coupon',
    ...plan({
      getPaymentOption: {
        data: someOptions({
          couponCode: 'SAVE10',
          plans: [aPlan({ financeCharge: '298.86', apr: '235.10', coupon: COUPON })],
        }),
      },
    }),
  },
  { name: 'plan-shortfall', ...short(), act: (hand) => hand.choose('main select', '2026-12-04') },
  { name: 'check-loan', ...check() },
  { name: 'check-loan-whys', ...check(), act: openWhys },
]
