import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import {
  addDays,
  daysBetween,
  formatLocalDate,
  type LocalDate,
  parseLocalDate,
} from '../calendar/local-date.ts'
import { type Cents, cents, moneyToWire, parseMoney, sum } from '../money/cents.ts'
import { fourDecimals } from '../money/four-decimals.ts'
import { rational } from '../money/rational.ts'
import examples from '../schedule/vectors/schedules-public.json' with { type: 'json' }
import { ledgerOf, entriesBetween } from './ledger-lines.ts'
import type { AccountEvent, AccountEventKind } from './account-event.ts'
import { type AccountTerms, type AppliedEvent, paidInAll, replayAccount } from './loan-account.ts'
import { payoffOn } from './payoff.ts'
import { projectPayments } from './projection.ts'
import { AGREEMENT_VERSION, paymentOrderOf } from '../payments/payment-order.ts'

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the vector file misses a value')
  return value
}
const day = (text: string): LocalDate => must(parseLocalDate(text))
const money = (text: string): Cents => must(parseMoney(text))
const example = (id: string) => must(examples.examples.find((one) => one.id === id))

/** The loan of sched-pub-2. */
const TERMS: AccountTerms = {
  principal: money('800.00'),
  prepaidCharge: cents(0n),
  effectiveDate: day('2026-06-23'),
  accrual: { method: 'simpleDaily', annualRate: rational(260n, 100n) },
  interestCredits: [],
  order: paymentOrderOf(AGREEMENT_VERSION),
}
const event = (
  kind: AccountEventKind,
  date: string,
  amount: string,
  id = `${kind}/${date}`,
): AccountEvent => ({
  id,
  kind,
  date: day(date),
  amount: money(amount),
})
const payment = (date: string, amount: string) => event('payment', date, amount)
const ROWS = must(example('sched-pub-2').expected.rows)
const MADE = ROWS.slice(0, 3).map((row) => payment(row.date, row.payment))

function stateAfter(events: readonly AccountEvent[], terms = TERMS) {
  const { state } = replayAccount(terms, events)
  expect(sum(Object.values(ledgerOf(terms, state)))).toBe(0n)
  return state
}

/** Days since the event that last accrued interest. */
const daysOf = (applied: readonly AppliedEvent[], index: number): number =>
  daysBetween(
    applied[index - 1]?.after.accruedTo ?? TERMS.effectiveDate,
    must(applied[index]).after.accruedTo,
  )

describe('the debt of a loan (schedules.md §3)', () => {
  test('sched-pub-2: the replay of a schedule is the schedule', () => {
    const { applied, state } = replayAccount(
      TERMS,
      ROWS.map((row) => payment(row.date, row.payment)),
    )
    const replayed = applied.map(({ event: { date }, ...step }, index) => ({
      n: index + 1,
      date: formatLocalDate(date),
      days: daysOf(applied, index),
      payment: moneyToWire(sum([step.toFees, step.toInterest, step.toPrincipal, step.overpayment])),
      interest: moneyToWire(step.toInterest),
      principal: moneyToWire(step.toPrincipal),
      balance: moneyToWire(step.after.principal),
    }))
    expect(replayed).toEqual(ROWS)
    expect(state).toMatchObject({ principal: 0n, unpaidInterest: 0n, fees: 0n, overpaid: 0n })
  })

  test('sched-pub-4: every quote, where every amount goes, and the refund that is due', () => {
    const { inputs, expected } = example('sched-pub-4')
    const events: AccountEvent[] = [...MADE]
    const quotes: unknown[] = []
    for (const [kind, date = '', amount] of must(inputs.events)) {
      const quote = payoffOn(TERMS, stateAfter(events), day(date))
      if (kind === 'quote')
        quotes.push({
          good_through: formatLocalDate(quote.goodThrough),
          principal: moneyToWire(quote.principal),
          days_since_last_accrual: quote.days,
          new_interest: moneyToWire(quote.newInterest),
          unpaid_interest: moneyToWire(quote.unpaidInterest),
          accrued_interest: moneyToWire(cents(quote.unpaidInterest + quote.newInterest)),
          fees: moneyToWire(quote.fees),
          payoff: moneyToWire(quote.total),
          per_diem_4dp: fourDecimals(quote.dailyInterest),
        })
      else if (kind === 'fee') events.push(event('fee', date, must(amount)))
      else {
        const paid = amount === 'quote + 10.00' ? cents(quote.total + 1_000n) : money(must(amount))
        events.push(payment(date, moneyToWire(paid)))
      }
    }
    expect(quotes).toEqual(must(expected.quotes))

    const { applied, state } = replayAccount(TERMS, events)
    expect(applied[2]?.after).toMatchObject({ principal: money('689.11'), accruedTo: day('2026-08-07') })
    const [fee, ...paid] = must(expected.log)
    expect(fee).toMatchObject({
      date: formatLocalDate(must(applied[3]).event.date),
      fee: moneyToWire(must(applied[3]).event.amount),
      fees_due: moneyToWire(must(applied[3]).after.fees),
    })
    const log = applied.slice(4).map((step, index) => ({
      date: formatLocalDate(step.event.date),
      event: must(paid[index]).event,
      days: daysOf(applied, index + 4),
      interest_accrued_now: moneyToWire(step.accrued),
      amount: moneyToWire(step.event.amount),
      to_fees: moneyToWire(step.toFees),
      to_interest: moneyToWire(step.toInterest),
      to_principal: moneyToWire(step.toPrincipal),
      overpayment: moneyToWire(step.overpayment),
      principal_balance: moneyToWire(step.after.principal),
      unpaid_interest: moneyToWire(step.after.unpaidInterest),
      fees_due: moneyToWire(step.after.fees),
    }))
    expect(log).toEqual(paid)
    expect(moneyToWire(state.overpaid)).toBe(expected.refund_due)
  })

  test('sched-pub-5 and 6: what is owed when a pay-down or a payoff in three is asked for', () => {
    const made = (count: number) => ROWS.slice(0, count).map((row) => payment(row.date, row.payment))
    const paidDown = stateAfter([...made(4), payment('2026-09-01', '150.00')])
    expect(paidDown).toMatchObject({ principal: money('538.30'), accruedTo: day('2026-09-01') })
    const { payoff_if_paid_on_effective_date: payoff } = example('sched-pub-6').expected
    const quote = payoffOn(TERMS, stateAfter(made(6)), day(must(payoff).good_through))
    expect(moneyToWire(quote.total)).toBe(must(payoff).payoff)
    const reduced = projectPayments(
      TERMS,
      paidDown,
      ROWS.slice(4).map((row) => ({ number: row.n, dueDate: day(row.date), amount: money(row.payment) })),
    )
    const rows = must(example('sched-pub-5').expected.reduce_term).rows
    expect(reduced.payments.map((row) => moneyToWire(row.payment))).toEqual(rows.map((row) => row.payment))
    expect(reduced.uncovered).toBe(0n)
  })

  test('what the agreed payments leave unpaid is named and not taken', () => {
    const planned = ROWS.slice(3).map((row) => ({
      number: row.n,
      dueDate: day(row.date),
      amount: money('100.00'),
    }))
    const projection = projectPayments(TERMS, stateAfter(MADE), planned)
    expect(projection.payments).toHaveLength(9)
    expect(projection.uncovered > 0n).toBe(true)
    expect(projection.totalOfPayments).toBe(90_000n)
  })
})

describe('events besides payments', () => {
  test('a fee bears no interest, rounds no cent and is paid first', () => {
    const fee = event('fee', '2026-08-21', '15.00')
    const state = stateAfter([...MADE, fee])
    expect(state).toMatchObject({ fees: 1_500n, feesCharged: 1_500n, accruedTo: day('2026-08-07') })
    expect(stateAfter([...MADE, fee, payment('2026-08-22', '10.00')])).toMatchObject({
      unpaidInterest: 7_363n,
      fees: 500n,
    })
  })

  test('a fee waived on the day it was charged is gone, whatever their names', () => {
    const fee = event('fee', '2026-08-21', '15.00', 'b')
    expect(stateAfter([...MADE, event('feeWaiver', '2026-08-21', '15.00', 'a'), fee])).toMatchObject({
      fees: 0n,
      feesCharged: 0n,
    })
  })

  test('a waiver gives up no more than is owed', () => {
    const waiver = event('interestWaiver', '2026-08-14', '500.00')
    expect(stateAfter([...MADE, waiver])).toMatchObject({
      unpaidInterest: 0n,
      accruedTo: day('2026-08-14'),
      interestEarned: money('247.73'),
    })
    expect(stateAfter([...MADE, event('feeWaiver', '2026-08-14', '500.00')])).toEqual(stateAfter(MADE))
  })

  test('money back is first what was overpaid; what is more lessens income, never principal', () => {
    const owed = payoffOn(TERMS, stateAfter(MADE), day('2026-08-14')).total
    const over = payment('2026-08-14', moneyToWire(cents(owed + 1_000n)))
    const paidOff = stateAfter([...MADE, over])
    expect(paidOff.overpaid).toBe(1_000n)
    const back = stateAfter([...MADE, over, event('refund', '2026-08-17', '12.50')])
    expect(back).toMatchObject({ principal: 0n, overpaid: 0n, refunded: 1_250n })
    expect(back.interestEarned).toBe(paidOff.interestEarned - 250n)
  })

  test('a payment that comes back after money was refunded out of it does not stop the replay', () => {
    const refund = event('refund', '2026-06-30', '50.00')
    expect(stateAfter([refund])).toMatchObject({ principal: money('800.00'), refunded: 5_000n, overpaid: 0n })
    expect(paidInAll(stateAfter([refund]))).toBe(0n)
    expect(paidInAll(stateAfter([...MADE, refund]))).toBe(stateAfter(MADE).paid - 5_000n)
  })

  test('a fee is taken from money that was overpaid and is still here', () => {
    const owed = payoffOn(TERMS, stateAfter(MADE), day('2026-08-14')).total
    const over = payment('2026-08-14', moneyToWire(cents(owed + 1_000n)))
    const state = stateAfter([...MADE, over, event('fee', '2026-08-20', '15.00')])
    expect(state).toMatchObject({ fees: 500n, overpaid: 0n, feesCharged: 1_500n })
    expect(payoffOn(TERMS, state, day('2026-08-21')).total).toBe(500n)
  })

  test('a write-off leaves nothing owed, and nothing grows afterwards', () => {
    const state = stateAfter([
      ...MADE,
      event('fee', '2026-08-10', '15.00'),
      event('writeOff', '2026-08-14', '0.00'),
    ])
    expect(state).toMatchObject({ principal: 0n, unpaidInterest: 0n, fees: 0n, writtenOff: money('738.47') })
    expect(payoffOn(TERMS, state, day('2026-12-01')).total).toBe(0n)
  })

  test('a rescission the day after: the principal is back, no interest is owed', () => {
    const state = stateAfter([event('cancellation', '2026-06-24', '800.00')])
    expect(state).toMatchObject({ principal: 0n, unpaidInterest: 0n, interestEarned: 0n, overpaid: 0n })
    const charged: AccountTerms = { ...TERMS, prepaidCharge: money('50.00') }
    expect(stateAfter([event('cancellation', '2026-06-24', '750.00')], charged)).toMatchObject({
      principal: 0n,
      overpaid: 0n,
    })
  })

  test('a cancellation gives back the charges that were already paid', () => {
    const early = [payment('2026-06-30', '100.00'), event('fee', '2026-06-30', '15.00')]
    const state = stateAfter([...early, event('cancellation', '2026-07-01', '750.00')])
    expect(state).toMatchObject({
      principal: 0n,
      fees: 0n,
      interestEarned: 0n,
      feesCharged: 0n,
      overpaid: 5_000n,
    })
  })

  test('an event before the debt begins is a bug', () => {
    expect(() => stateAfter([payment('2026-06-22', '1.00')])).toThrow(AssertionFailure)
  })
})

describe('a coupon that takes interest off (coupon credits)', () => {
  const first = day('2026-07-10')
  const terms: AccountTerms = {
    ...TERMS,
    interestCredits: [
      { from: TERMS.effectiveDate, amount: money('20.00') },
      { from: first, amount: money('30.00') },
    ],
  }
  const interestBy = (date: string, events: readonly AccountEvent[] = []) =>
    payoffOn(terms, stateAfter(events, terms), day(date)).newInterest

  test('is met once its period has begun, and by no more than the interest earned', () => {
    expect(interestBy('2026-06-25')).toBe(0n)
    expect(interestBy('2026-07-10')).toBe(money('76.88'))
    expect(interestBy('2026-07-11')).toBe(money('52.58'))
  })

  test('is met in full when every payment comes on its day', () => {
    const events = [payment('2026-07-10', '99.54'), payment('2026-07-24', '89.54')]
    const state = stateAfter(events, terms)
    expect(state).toMatchObject({
      creditUsed: 5_000n,
      principal: money('735.32'),
      interestEarned: money('124.40'),
    })
  })

  test('is applied once, however often interest accrues', () => {
    const often = Array.from({ length: 17 }, (_, index) =>
      payment(formatLocalDate(addDays(TERMS.effectiveDate, index + 1)), '0.01'),
    )
    expect(stateAfter(often, terms).creditUsed).toBe(2_000n)
  })
})

test('the lines between a ledger and the books close any gap (domain §9, late returns)', () => {
  const [first, second, third] = MADE
  const whole = ledgerOf(TERMS, stateAfter(MADE))
  const without = ledgerOf(TERMS, stateAfter([must(first), must(third)]))
  const ledger = new Map(Object.entries(whole))
  const lines = entriesBetween(ledger, without)
  expect(sum(lines.map(({ amount }) => amount))).toBe(0n)
  for (const { account, amount } of lines) ledger.set(account, cents(must(ledger.get(account)) + amount))
  expect(Object.fromEntries(ledger)).toEqual(without)
  expect(entriesBetween(ledger, without)).toEqual([])
  expect(must(second).amount).toBe(money('119.54'))
})
