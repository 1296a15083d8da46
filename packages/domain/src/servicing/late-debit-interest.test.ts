import { expect, test } from 'vitest'
import { aLiveLoan, day, money } from './changes/live-loan.sample.ts'
import { lateDebitInterest } from './late-debit-interest.ts'
import { replayAccount } from './loan-account.ts'
import { payoffOn } from './payoff.ts'

const loan = aLiveLoan(3, day('2026-08-13'))

/** The payoff of 2026-08-14 (723.47) that settles on another day. */
const paidOn = (settledOn: string) => [
  ...loan.events,
  { id: 'payoff', kind: 'payment' as const, date: day(settledOn), amount: money('723.47') },
]
const late = (settledOn: string) =>
  lateDebitInterest(loan.terms, paidOn(settledOn), {
    id: 'payoff',
    quotedFor: day('2026-08-14'),
    settledOn: day(settledOn),
    isPayoff: true,
  })

test('a payoff of Friday that settles on Monday: three days of 4.91 are waived, and nothing is owed', () => {
  const { amount, date } = late('2026-08-17')
  expect({ amount, date }).toEqual({ amount: money('14.73'), date: day('2026-08-16') })
  const { state } = replayAccount(loan.terms, [
    ...paidOn('2026-08-17'),
    { id: 'waiver', kind: 'interestWaiver', date, amount },
  ])
  expect([state.principal, state.unpaidInterest, state.overpaid]).toEqual([0n, 0n, 0n])
})

test.each(['2026-08-15', '2026-08-18', '2026-08-19', '2026-08-21'])(
  'settled on %s, it leaves exactly 0.00',
  (settledOn) => {
    const { amount, date } = late(settledOn)
    const { state } = replayAccount(loan.terms, [
      ...paidOn(settledOn),
      { id: 'waiver', kind: 'interestWaiver', date, amount },
    ])
    expect([state.principal, state.unpaidInterest, state.overpaid]).toEqual([0n, 0n, 0n])
  },
)

test('settled in time, nothing is waived', () => {
  expect(late('2026-08-14').amount).toBe(0n)
})

test('a rest that a fee leaves bears interest as if the payment had come on its day, or less (domain.md §14)', () => {
  const { terms } = aLiveLoan(0, day('2026-06-23'))
  const [returned, quotedFor, settledOn] = [day('2026-07-08'), day('2026-07-10'), day('2026-07-16')]
  const { total } = payoffOn(terms, replayAccount(terms, []).state, quotedFor)
  const fee = { id: 'fee', kind: 'fee', date: returned, amount: money('15.00') } as const
  const payoff = { id: 'payoff', kind: 'payment', date: settledOn, amount: total } as const
  const { amount, date } = lateDebitInterest(terms, [fee, payoff], {
    id: 'payoff',
    quotedFor,
    settledOn,
    isPayoff: true,
  })
  const waived = { id: 'waiver', kind: 'interestWaiver', date, amount } as const
  const { state } = replayAccount(terms, [fee, payoff, waived])
  // 15.00 of principal is left where the fee was paid; the days by which the payoff was late cost nothing
  expect(payoffOn(terms, state, settledOn).total).toBe(money('15.00'))
  expect(state.principal).toBe(money('15.00'))
  // Ten days later, never more than if it had been paid on its day: 16 days at 260 % of 15.00 are 1.71
  expect(payoffOn(terms, state, day('2026-07-26')).total).toBe(money('16.07'))
})

test('an extra payment that settles late: only the interest that this costs is waived', () => {
  const { terms, events } = loan
  const extra = { id: 'extra', kind: 'payment', date: day('2026-08-17'), amount: money('100.00') } as const
  const asked = { id: 'extra', quotedFor: day('2026-08-14'), settledOn: day('2026-08-17'), isPayoff: false }
  // Three days at 260 % of the 100.00 less the interest that they paid
  const { amount } = lateDebitInterest(terms, [...events, extra], asked)
  expect(amount).toBeGreaterThan(0n)
  expect(amount).toBeLessThan(money('2.14'))
})
