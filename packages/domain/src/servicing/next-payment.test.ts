import { describe, expect, test } from 'vitest'
import { ChangeType, PaymentMode, TransactionPurpose, TransactionStatus } from '../payments/codes.ts'
import { aLiveLoan, day, money } from './changes/live-loan.sample.ts'
import { planChange } from './changes/plan-change.ts'
import { replayAccount } from './loan-account.ts'
import {
  type ComingDebit,
  comingPayments,
  type ExpectedFromBorrower,
  nextPayment,
  nextPaymentAfter,
} from './next-payment.ts'
import type { ServicedLoan } from './serviced-loan.ts'

const { payOff, payDown, installment, representment } = TransactionPurpose
const { none, onBatch, rejected } = TransactionStatus

const aDebit = (more: Partial<ComingDebit>): ComingDebit => ({
  installmentNumber: null,
  purpose: payDown,
  effectiveDate: day('2026-07-14'),
  amount: money('50.00'),
  status: none,
  ...more,
})

interface Given {
  readonly debits?: readonly ComingDebit[]
  readonly expected?: ExpectedFromBorrower
  readonly isCollected?: boolean
}

const comingOf = (
  { terms, events, installments, today }: ServicedLoan,
  debits: readonly ComingDebit[] = [],
) => comingPayments({ terms, state: replayAccount(terms, events).state, today, agreed: installments, debits })

const nextOf = (loan: ServicedLoan, { debits, expected, isCollected = true }: Given = {}) =>
  nextPayment({
    coming: comingOf(loan, debits).payments,
    expected: expected ?? null,
    isCollected,
    hours: loan.hours,
    today: loan.today,
  })

/** Monday after the first of twelve payments of 119.54; the next is due on Friday, July 24. */
const LOAN = aLiveLoan(1, day('2026-07-13'))

describe('the next payment of a loan (domain.md §14)', () => {
  test('an installment: to be changed until the cut-off two banking days before it', () => {
    expect(nextOf(LOAN)).toEqual({
      date: day('2026-07-24'),
      total: money('119.54'),
      sentBy: 'us',
      reason: null,
      changeableUntil: new Date('2026-07-22T17:00:00-04:00'),
      parts: [
        {
          purpose: installment,
          number: 2,
          amount: money('119.54'),
          sentBy: 'us',
          reason: null,
          changeableUntil: new Date('2026-07-22T17:00:00-04:00'),
        },
      ],
    })
  })

  test('where we take none of the installments, the borrower sends it', () => {
    expect(nextOf(LOAN, { isCollected: false })).toMatchObject({ sentBy: 'borrower', total: 11_954n })
  })

  test('a payoff on the day of a payment that the borrower sends takes the whole debt: nothing is to be sent beside it', () => {
    const state = replayAccount(LOAN.terms, LOAN.events).state
    const payoff = aDebit({ purpose: payOff, effectiveDate: day('2026-07-24'), amount: money('5000.00') })
    const { payments } = comingPayments({
      terms: LOAN.terms,
      state,
      today: LOAN.today,
      agreed: LOAN.installments.slice(0, 2),
      debits: [payoff],
      isSentByBorrower: true,
    })
    expect(payments).toMatchObject([{ purpose: payOff, dueDate: day('2026-07-24'), balanceAfter: 0n }])
  })

  test('a payoff of tomorrow with no installment left: taken then, to be undone until the batch of today starts', () => {
    const paysOff = { ...LOAN, installments: [] }
    const debits = [aDebit({ purpose: payOff, amount: money('792.24') })]
    expect(nextOf(paysOff, { debits })).toMatchObject({
      date: day('2026-07-14'),
      parts: [{ purpose: payOff, number: null, sentBy: 'us' }],
      changeableUntil: new Date('2026-07-13T16:30:00-04:00'),
    })
  })

  test('an extra payment comes before the installments, on its own day', () => {
    expect(nextOf(LOAN, { debits: [aDebit({})] })).toMatchObject({
      date: day('2026-07-14'),
      total: 5_000n,
      parts: [{ purpose: payDown, amount: 5_000n }],
    })
  })

  test('two on a day: one total, parts in the order of the batch, the earliest deadline', () => {
    const debits = [aDebit({ effectiveDate: day('2026-07-24') })]
    expect(nextOf(LOAN, { debits })).toMatchObject({
      date: day('2026-07-24'),
      total: 16_954n,
      changeableUntil: new Date('2026-07-22T17:00:00-04:00'),
      parts: [
        { purpose: installment, number: 2, amount: 11_954n },
        { purpose: payDown, amount: 5_000n, changeableUntil: new Date('2026-07-23T16:30:00-04:00') },
      ],
    })
  })

  test('a retry beside an installment: the retry has its number and its own day', () => {
    const debits = [
      aDebit({ installmentNumber: 1, purpose: installment, status: rejected }),
      aDebit({ installmentNumber: 1, purpose: representment, effectiveDate: day('2026-07-24') }),
    ]
    const unpaid = aLiveLoan(0, day('2026-07-13'))
    expect(nextOf(unpaid, { debits })).toMatchObject({
      total: 16_954n,
      parts: [
        { purpose: installment, number: 2 },
        { purpose: representment, number: 1 },
      ],
    })
  })

  test('what was sent cannot be changed, and is taken whole even where less is owed', () => {
    const debits = [aDebit({ status: onBatch, amount: money('5000.00') })]
    const coming = comingOf(LOAN, debits)
    expect(coming.payments).toHaveLength(1)
    expect(nextOf(LOAN, { debits })).toMatchObject({
      total: 500_000n,
      changeableUntil: null,
      parts: [{ sentBy: 'us', changeableUntil: null }],
    })
  })

  test('a debit whose day has passed counts for today', () => {
    const debits = [aDebit({ status: onBatch, effectiveDate: day('2026-07-10') })]
    expect(nextOf(LOAN, { debits })?.date).toBe(day('2026-07-13'))
  })

  test('a payment by wire is expected until its last day, beside the installments', () => {
    const expected = { purpose: payOff, amount: money('792.24'), by: day('2026-07-15') }
    expect(nextOf(LOAN, { expected })).toEqual({
      date: day('2026-07-15'),
      total: money('792.24'),
      sentBy: 'borrower',
      reason: null,
      changeableUntil: new Date('2026-07-15T17:00:00-04:00'),
      parts: [
        {
          purpose: payOff,
          number: null,
          amount: money('792.24'),
          sentBy: 'borrower',
          reason: null,
          changeableUntil: new Date('2026-07-15T17:00:00-04:00'),
        },
      ],
    })
    expect(nextOf(LOAN, { expected: { ...expected, by: day('2026-07-12') } })?.date).toBe(day('2026-07-24'))
    expect(nextOf(LOAN, { expected: { ...expected, by: day('2026-07-24') } })).toMatchObject({
      sentBy: 'us',
      total: money('911.78'),
    })
  })

  test('nothing to come', () => {
    expect(nextOf({ ...LOAN, installments: [] })).toBeUndefined()
  })
})

test('after a worked-out change it is what the saved rows will give', () => {
  const request = {
    changeType: ChangeType.payDown,
    amount: money('50.00'),
    date: day('2026-07-14'),
    paymentMode: PaymentMode.ach,
    effect: 'shorter',
  } as const
  const plan = planChange(LOAN, request)
  if (!plan.ok) throw new Error('an extra payment can be planned')
  expect(nextPaymentAfter(plan.value, LOAN)).toMatchObject({
    date: day('2026-07-14'),
    total: 5_000n,
    parts: [{ purpose: payDown, number: null }],
  })
})

describe('money that a borrower sent before its payment (domain.md §14)', () => {
  const comingAfter = (received: string) => {
    const { terms, events, today, installments } = LOAN
    const receipt = { id: 'receipt', kind: 'payment', date: today, amount: money(received) } as const
    const { state } = replayAccount(terms, [...events, receipt])
    const paidAhead = money(received)
    return comingPayments({ terms, state, today, agreed: installments, debits: [], paidAhead }).payments
  }

  test('a payment that is paid ahead is not to come again; the one after it is next', () => {
    const [, second] = comingAfter('0.00')
    expect(comingAfter('119.54')[0]).toMatchObject({ number: 3, dueDate: second?.dueDate })
  })

  test('of one paid ahead in part, the rest is to come', () => {
    expect(comingAfter('100.00')[0]).toMatchObject({ number: 2, amount: money('19.54') })
  })
})

test('money of a borrower who sends the payments goes to what lies beyond the plan before a part of the next (domain.md §14)', () => {
  const { terms, events, installments, today } = LOAN
  const on = day('2026-07-13')
  const fee = { id: 'fee', kind: 'fee', date: on, amount: money('15.00') } as const
  const comingAfter = (received: string) => {
    const receipt = { id: 'receipt', kind: 'payment', date: on, amount: money(received) } as const
    const { state } = replayAccount(terms, [...events, fee, receipt])
    const agreed = installments.filter(({ number }) => number > 1)
    return comingPayments({ terms, state, today, agreed, debits: [], paidAhead: money(received) })
  }
  // The fee alone: the next payment is whole, and nothing is left beyond
  expect(comingAfter('15.00').payments[0]?.amount).toBe(money('119.54'))
  expect(comingAfter('15.00').uncovered).toBe(0n)
  // The next payment whole, and the fee: both
  expect(comingAfter('134.54').payments[0]?.dueDate).toBe(day('2026-08-07'))
  expect(comingAfter('134.54').uncovered).toBe(0n)
  // The next payment alone: the fee is still beyond
  expect(comingAfter('119.54').payments[0]?.dueDate).toBe(day('2026-08-07'))
  expect(comingAfter('119.54').uncovered).toBeGreaterThan(0n)
})
