import { describe, expect, test } from 'vitest'
import { ChangeType, PaymentMode } from '../../payments/codes.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import { isAsShown, shownTerms, signAmendmentBy } from './amendment-terms.ts'
import type { ChangePlan } from './change-plan.ts'
import { aLiveLoan, day } from './live-loan.sample.ts'
import { planChange } from './plan-change.ts'

const limits = { maximumInstallments: 26, maximumTermDays: 220 }
const loanOn = (made: number, today: string, parts: Partial<ServicedLoan> = {}) =>
  aLiveLoan(made, day(today), { limits, ...parts })

function skip(loan: ServicedLoan, number: number): ChangePlan {
  const plan = planChange(loan, { changeType: ChangeType.skip, number })
  if (!plan.ok) throw new Error(plan.error.reason)
  return plan.value
}

describe('until when an amendment can be signed (domain.md §10)', () => {
  test('for seven days, until the batch cut-off', () => {
    const loan = loanOn(4, '2026-08-24')
    expect(signAmendmentBy(loan, skip(loan, 8)).toISOString()).toBe('2026-08-31T21:00:00.000Z')
  })

  test('but not later than the cut-off two banking days before the payment', () => {
    const loan = loanOn(4, '2026-08-28')
    const plan = skip(loan, 5)
    expect(signAmendmentBy(loan, plan)).toEqual(plan.cutOffAt)
    expect(plan.cutOffAt.toISOString()).toBe('2026-09-02T21:00:00.000Z')
  })
})

describe('a change still comes to what was shown', () => {
  const shown = shownTerms(skip(loanOn(3, '2026-08-19'), 6))
  const standsOn = (loan: ServicedLoan) => isAsShown(shown, skip(loan, 6), loan.today)

  test('on a later day, and once a payment was made on its day', () => {
    expect(standsOn(loanOn(3, '2026-08-20'))).toBe(true)
    expect(standsOn(loanOn(4, '2026-08-24'))).toBe(true)
  })

  test('not once a payment is missing, or automatic payments have ended', () => {
    const { events } = loanOn(4, '2026-08-24')
    expect(standsOn(loanOn(4, '2026-08-24', { events: events.slice(0, 3) }))).toBe(false)
    expect(standsOn(loanOn(4, '2026-08-24', { paymentMode: PaymentMode.moneyOrder }))).toBe(false)
  })

  test('nor of another payment', () => {
    const loan = loanOn(3, '2026-08-19')
    expect(isAsShown(shown, skip(loan, 7), loan.today)).toBe(false)
  })
})
