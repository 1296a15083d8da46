import { expect, test } from 'vitest'
import { aLiveLoan, day, money } from './changes/live-loan.sample.ts'
import { replayAccount } from './loan-account.ts'
import { wrongReceiptCause, wrongReceiptDays, wrongReceiptWaivers } from './wrong-receipt.ts'

const { terms, events } = aLiveLoan(3, day('2026-08-13'))
const { state } = replayAccount(terms, events)
const from = day('2026-08-14')
const to = day('2026-08-24')

const after = (more: typeof events, id = 'waiver') =>
  replayAccount(terms, [
    ...events,
    ...more,
    ...wrongReceiptWaivers(terms, [...events, ...more], { from, to }).map(({ to: date, amount }, index) => ({
      id: `${id}${index}`,
      kind: 'interestWaiver' as const,
      date,
      amount,
      ofLateDays: true,
    })),
  ]).state

test('the days from the wrong posting to the notice bear no interest; those before it do (domain.md §14)', () => {
  const without = replayAccount(terms, [
    ...events,
    { id: 'mark', kind: 'interestWaiver' as const, date: from, amount: money('0.00') },
  ]).state
  const { principal, unpaidInterest, accruedTo } = after([])
  expect({ principal, unpaidInterest, accruedTo }).toEqual({
    principal: state.principal,
    unpaidInterest: without.unpaidInterest,
    accruedTo: to,
  })
})

test('a payment of those days pays no interest of them', () => {
  const payment = { id: 'P', kind: 'payment' as const, date: day('2026-08-20'), amount: money('100.00') }
  const paidOnFirst = replayAccount(terms, [...events, { ...payment, date: from }]).state
  const { principal, unpaidInterest } = after([payment])
  expect({ principal, unpaidInterest }).toEqual({
    principal: paidOnFirst.principal,
    unpaidInterest: paidOnFirst.unpaidInterest,
  })
})

test('taken back on the day of its posting, nothing is waived', () => {
  expect(wrongReceiptWaivers(terms, events, { from: to, to })).toEqual([])
})

test('the stored cause names the days', () => {
  expect(wrongReceiptDays(wrongReceiptCause('T000000001', { from, to }))).toEqual({ from, to })
  expect(wrongReceiptDays('lateDays/2026-08-14')).toBeUndefined()
})
