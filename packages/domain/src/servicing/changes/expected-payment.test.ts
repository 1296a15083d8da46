import { describe, expect, test } from 'vitest'
import { ChangeType, PaymentMode } from '../../payments/codes.ts'
import type { ChangePlan } from './change-plan.ts'
import type { ChangeRequest } from './change-request.ts'
import { aLiveLoan, day, money } from './live-loan.sample.ts'
import { refusedMode } from './payment-mode-change.ts'
import { planChange } from './plan-change.ts'

const loan = aLiveLoan(4, day('2026-08-31'))
const by = day('2026-09-01')
const MODES = Object.values(PaymentMode)
const SENT_BY_THE_BORROWER = MODES.filter((mode) => refusedMode(mode) === null && mode !== PaymentMode.ach)
const REFUSED = MODES.filter((mode) => refusedMode(mode) !== null)

const payOff = (paymentMode: PaymentMode): ChangeRequest => ({
  changeType: ChangeType.payOff,
  date: by,
  paymentMode,
})
const payDown = (paymentMode: PaymentMode): ChangeRequest => ({
  changeType: ChangeType.payDown,
  date: by,
  amount: money('150.00'),
  effect: 'shorter',
  paymentMode,
})
const inThree = (paymentMode: PaymentMode): ChangeRequest => ({
  changeType: ChangeType.payOffInN,
  count: 3,
  paymentMode,
})
const fixed = (paymentMode: PaymentMode): ChangeRequest => ({
  changeType: ChangeType.payFixedAmount,
  amount: money('200.00'),
  paymentMode,
})

function planned(request: ChangeRequest): ChangePlan {
  const plan = planChange(loan, request)
  if (!plan.ok) throw new Error(plan.error.reason)
  return plan.value
}

/** What a borrower is asked to do with a mode: the lender charges a debit card by phone, the rest is sent. */
const howToPay = (mode: PaymentMode) => (mode === PaymentMode.debitCard ? 'payByPhone' : 'sendYourself')

describe('a payment by a mode that we do not take (domain.md §10)', () => {
  test.each(SENT_BY_THE_BORROWER)('payoff by %i is expected; the schedule and its debits stay', (mode) => {
    const plan = planned(payOff(mode))
    const amount = money('688.30')
    expect(plan).toMatchObject({ debit: null, deletedNumbers: [], newInstallments: [], costDifference: 0n })
    expect(plan.newSchedule).toEqual(plan.oldSchedule)
    expect(plan.paymentModeAfter).toBe(PaymentMode.ach)
    expect(plan.expected).toEqual({ mode, amount, by })
    expect(plan.remarks).toEqual([{ code: howToPay(mode), amount, by }, { code: 'scheduleStays' }])
  })

  test.each(SENT_BY_THE_BORROWER)('an extra payment by %i is expected; the schedule stays', (mode) => {
    const plan = planned(payDown(mode))
    const amount = money('150.00')
    expect(plan).toMatchObject({ debit: null, deletedNumbers: [], newInstallments: [], costDifference: 0n })
    expect(plan.newSchedule).toEqual(plan.oldSchedule)
    expect(plan.expected).toEqual({ mode, amount, by })
    expect(plan.remarks).toEqual([{ code: howToPay(mode), amount, by }, { code: 'scheduleStays' }])
  })

  test.each(SENT_BY_THE_BORROWER)(
    'N payments and a fixed amount by %i: the borrower pays each one',
    (mode) => {
      for (const request of [inThree(mode), fixed(mode)]) {
        const plan = planned(request)
        const [first] = plan.newSchedule.rows
        expect(plan).toMatchObject({
          debit: null,
          expected: null,
          paymentModeAfter: mode,
          authorization: 'none',
        })
        expect(plan.notices).toEqual([])
        expect(plan.newInstallments.length).toBeGreaterThan(0)
        expect(plan.newSchedule.uncovered).toBe(0n)
        expect(plan.remarks).toContainEqual({
          code: howToPay(mode),
          amount: first?.payment,
          by: first?.dueDate,
        })
      }
    },
  )

  test.each(REFUSED)('%i is refused with its reason, whatever is paid with it', (mode) => {
    for (const request of [payOff(mode), payDown(mode), inThree(mode), fixed(mode)])
      expect(planChange(loan, request)).toMatchObject({ ok: false, error: { reason: 'paymentModeRefused' } })
  })

  test('by ACH the debit is planned, and nothing is expected besides', () => {
    for (const request of [payOff(PaymentMode.ach), payDown(PaymentMode.ach)])
      expect(planned(request)).toMatchObject({ expected: null, debit: { mode: PaymentMode.ach } })
  })
})
