import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, type LocalDate, parseLocalDate } from '../calendar/local-date.ts'
import { cents, parseMoney, sum } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import examples from '../schedule/vectors/schedules-public.json' with { type: 'json' }
import { booksOf } from './account-books.ts'
import type { AccountEvent } from './account-event.ts'
import { type AccountTerms, replayAccount } from './loan-account.ts'
import { payoffOn } from './payoff.ts'

const day = (text: string): LocalDate =>
  parseLocalDate(text) ??
  ((): never => {
    throw new Error(text)
  })()
const money = (text: string) => parseMoney(text) ?? cents(0n)

/** The loan of sched-pub-2 with its first payments made on schedule. */
const TERMS: AccountTerms = {
  principal: money('800.00'),
  prepaidCharge: cents(0n),
  effectiveDate: day('2026-06-23'),
  accrual: { method: 'simpleDaily', annualRate: rational(260n, 100n) },
  interestCredits: [],
}
const payment = (date: string, amount: string): AccountEvent => ({
  id: `payment/${date}`,
  kind: 'payment',
  date: day(date),
  amount: money(amount),
})
const MADE = [
  payment('2026-07-10', '119.54'),
  payment('2026-07-24', '119.54'),
  payment('2026-08-07', '119.54'),
]

describe('the debt of a loan (schedule facts §3, sched-pub-4)', () => {
  test('quotes, a fee, a partial payment, a payment, a payoff with an overpayment', () => {
    const quote = (events: readonly AccountEvent[], date: string) =>
      payoffOn(TERMS, replayAccount(TERMS, events).state, day(date)).total
    expect(quote(MADE, '2026-08-14')).toBe(money('723.47'))
    expect(quote(MADE, '2026-08-17')).toBe(money('738.20'))
    const fee: AccountEvent = { id: 'fee', kind: 'fee', date: day('2026-08-21'), amount: money('15.00') }
    const partial = [...MADE, fee, payment('2026-08-26', '60.00')]
    expect(quote(partial, '2026-08-31')).toBe(money('761.92'))
    const more = [...partial, payment('2026-09-04', '120.00')]
    expect(quote(more, '2026-09-11')).toBe(money('694.55'))
    const { state } = replayAccount(TERMS, [...more, payment('2026-09-11', '704.55')])
    expect(state).toMatchObject({ principal: 0n, unpaidInterest: 0n, fees: 0n, overpaid: money('10.00') })
    expect(sum(Object.values(booksOf(TERMS, state)))).toBe(0n)
    expect(examples.examples).toHaveLength(6)
    expect(daysBetween(day('2026-06-23'), addDays(day('2026-06-23'), 17))).toBe(17)
  })
})
