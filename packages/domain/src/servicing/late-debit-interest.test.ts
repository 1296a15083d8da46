import { expect, test } from 'vitest'
import { aLiveLoan, day, money } from './changes/live-loan.sample.ts'
import { lateDebitInterest } from './late-debit-interest.ts'
import { replayAccount } from './loan-account.ts'

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
