import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { CallValue } from '../api-client/call.ts'

type Options = CallValue<'getPaymentOption'>
type Plan = Options['plans'][number]
type Schedule = CallValue<'calculatePaymentSchedule'>

/** A plan whose figures need not agree: pages show what they are told. */
export const aPlan = (overrides: Partial<Plan> = {}): Plan => ({
  optionId: 'plan-10',
  amount: '500.00',
  frequency: PaymentFrequency.biWeekly,
  number: 10,
  firstDate: '2026-12-04',
  installment: '83.21',
  lastInstallment: '83.17',
  lastDate: '2027-04-09',
  effectiveDate: '2026-11-24',
  amountFinanced: '500.00',
  prepaidFinanceCharge: '0.00',
  financeCharge: '332.06',
  totalOfPayments: '832.06',
  apr: '258.32',
  mapr: null,
  coupon: null,
  ...overrides,
})

/** What is on offer for a loan: two numbers bi-weekly, one weekly. */
export const someOptions = (overrides: Partial<Options> = {}): Options => ({
  loanNo: '118-0000013',
  amount: '500.00',
  minimum: '200.00',
  maximum: '800.00',
  step: '50.00',
  effectiveDate: '2026-11-24',
  frequencies: [PaymentFrequency.weekly, PaymentFrequency.biWeekly],
  firstDates: ['2026-12-04', '2026-12-11'],
  plans: [
    aPlan(),
    aPlan({ optionId: 'plan-8', number: 8, installment: '97.40', apr: '259.01', financeCharge: '279.18' }),
    aPlan({ optionId: 'plan-w', frequency: PaymentFrequency.weekly, number: 12, installment: '61.15' }),
  ],
  recommendedOptionId: 'plan-10',
  savedOptionId: null,
  couponCode: null,
  paydays: ['2026-12-04', '2026-12-18'],
  payoffOptions: [],
  ...overrides,
})

/** A schedule of two payments. */
export const aSchedule = (): Schedule => ({
  plan: aPlan(),
  installments: [
    {
      installmentNo: 1,
      dueDate: '2026-12-04',
      principal: '43.21',
      interest: '40.00',
      fee: '0.00',
      amount: '83.21',
      balanceAfter: '456.79',
      status: TransactionStatus.none,
      flags: 0,
    },
    {
      installmentNo: 2,
      dueDate: '2026-12-18',
      principal: '456.79',
      interest: '22.03',
      fee: '0.00',
      amount: '478.82',
      balanceAfter: '0.00',
      status: TransactionStatus.none,
      flags: 0,
    },
  ],
  paydays: ['2026-12-04'],
  affordability: null,
})
