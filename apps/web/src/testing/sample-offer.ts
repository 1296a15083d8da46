import { AmountResult, LoanStatus, ReviewStatus } from '@dolphin/domain/loans/codes'
import type { CallValue } from '../api-client/call.ts'
import { aPlan, aSchedule } from './sample-plan.ts'

type Offer = CallValue<'calculateQualifiedAmount'>
type Affordability = NonNullable<CallValue<'calculatePaymentSchedule'>['affordability']>

/** 200.00 to 800.00 for an account that matches. */
export const anOffer = (overrides: Partial<Offer> = {}): Offer => ({
  applicationNo: 'A-1',
  loanNo: '118-0000013',
  result: AmountResult.availableMatched,
  minimum: '200.00',
  maximum: '800.00',
  step: '50.00',
  expiresAt: '2026-12-01T00:00:00-05:00',
  hasQualifiedPrincipal: true,
  accountsToMatch: [],
  reasons: [],
  verificationTriesLeft: 2,
  why: null,
  counteroffer: null,
  loanStatus: LoanStatus.originating,
  subStatus: 'customerReview',
  reviewStatus: ReviewStatus.customer,
  trackerStep: null,
  notification: null,
  documentNo: null,
  ...overrides,
})

/** 200.00 to 300.00, where 500.00 was asked for. */
export const aCounteroffer = (): Offer =>
  anOffer({
    maximum: '300.00',
    counteroffer:
      'We cannot offer you the loan of $500.00 that you asked for, but we can offer up to $300.00. The bank account is in another name.',
  })

/** Why 800.00 is the most: the share of income held. */
export const offerReasons = (): NonNullable<Offer['why']> => ({
  bounds: [
    { code: 'product', amount: '1000.00', percent: null, held: false },
    { code: 'incomeShare', amount: '800.00', percent: 20, held: true },
  ],
  monthlyNetIncome: '4000.00',
  state: 'UT',
  payPeriodsPerYear: 26,
})

/** A linked account that is not the one that was typed. */
export const accountToMatch = (): Offer['accountsToMatch'][number] => ({
  accountId: 'acc-1',
  institution: 'Sample Bank',
  accountMasked: '••••6789',
  accountTail: '6789',
  routingTail: '0021',
  accountType: 3001,
})

/** An account that a payment leaves below zero. */
export const aShortfall = (overrides: Partial<Affordability> = {}): Affordability => ({
  accountTail: '2333',
  asOf: '2026-11-24',
  to: '2027-01-23',
  startBalance: '120.00',
  events: [
    { date: '2026-12-01', kind: 'bill', label: 'hillside rent', amount: '-150.00', balanceAfter: '-30.00' },
    { date: '2026-12-04', kind: 'installment', label: '', amount: '-83.21', balanceAfter: '-113.21' },
    { date: '2026-12-11', kind: 'payday', label: 'sample works', amount: '1200.00', balanceAfter: '1086.79' },
  ],
  lowest: { date: '2026-12-04', balance: '-113.21' },
  shortfallDates: ['2026-12-04'],
  betterFirstDate: '2026-12-11',
  ...overrides,
})

/** What a loan would cost, for somebody without an account. */
export const aSimulation = (): CallValue<'getSimulatedData'> => {
  const { installments, paydays } = aSchedule()
  return {
    schedule: { plan: aPlan(), installments, paydays },
    minimum: '200.00',
    maximum: '1000.00',
    step: '50.00',
    numbers: [8, 10, 12],
  }
}
