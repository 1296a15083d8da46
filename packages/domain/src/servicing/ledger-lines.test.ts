import { describe, expect, test } from 'vitest'
import { type LocalDate, localDate } from '../calendar/local-date.ts'
import { type Cents, cents } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import { accrualEntries, ledgerOf, entriesBetween, linesWithout } from './ledger-lines.ts'
import type { AccountEvent, AccountEventKind } from './account-event.ts'
import { type AccountTerms, replayAccount } from './loan-account.ts'
import { AGREEMENT_VERSION, paymentOrderOf } from '../payments/payment-order.ts'

const TERMS: AccountTerms = {
  principal: cents(80_000n),
  prepaidCharge: cents(5_000n),
  effectiveDate: localDate(2026, 6, 23),
  accrual: { method: 'simpleDaily', annualRate: rational(260n, 100n) },
  interestCredits: [{ from: localDate(2026, 6, 23), amount: cents(1_000n) }],
  order: paymentOrderOf(AGREEMENT_VERSION),
}

const event = (kind: AccountEventKind, date: LocalDate, amount: bigint): AccountEvent => ({
  id: `${kind}/${date}`,
  kind,
  date,
  amount: cents(amount),
})

const paidOut = new Map<string, Cents>(Object.entries(ledgerOf(TERMS, replayAccount(TERMS, []).state)))

describe('what an event books (domain §9)', () => {
  const july = (day: number) => localDate(2026, 7, day)

  /** The lines of each event in turn, the interest accrued up to it apart. */
  function linesFor(...events: AccountEvent[]): string[][] {
    let now: ReadonlyMap<string, Cents> = paidOut
    return replayAccount(TERMS, events).applied.flatMap((applied) => {
      const must = ledgerOf(TERMS, applied.after)
      const accrual = accrualEntries(applied)
      const own = linesWithout(entriesBetween(now, must), accrual)
      now = new Map(Object.entries(must))
      return [accrual, own]
        .filter((lines) => lines.length > 0)
        .map((lines) => lines.map(({ account, amount }) => `${account} ${amount}`).toSorted())
    })
  }

  test('a payment: the interest accrued up to it, then the allocation of its amount', () => {
    expect(linesFor(event('payment', july(10), 11_954n))).toEqual([
      ['income -8688', 'interestReceivable 8688'],
      ['customer 11954', 'interestReceivable -8688', 'principal -3266'],
    ])
  })

  test('a fee charged, partly waived, and paid too much: each lines of its own', () => {
    const events = [
      event('fee', july(1), 1_500n),
      event('feeWaiver', july(2), 500n),
      event('payment', july(3), 99_999n),
    ]
    expect(linesFor(...events).slice(0, 2)).toEqual([
      ['fees 1500', 'income -1500'],
      ['fees -500', 'income 500'],
    ])
    expect(linesFor(...events).at(-1)).toEqual([
      'cashInTransit -14300',
      'customer 99999',
      'fees -1000',
      'interestReceivable -4699',
      'principal -80000',
    ])
    expect(linesFor(...events, event('refund', july(6), 14_400n)).at(-1)).toEqual([
      'cashInTransit 14300',
      'customer -14400',
      'income 100',
    ])
  })

  test('interest waived, and the rest written off', () => {
    expect(linesFor(event('interestWaiver', july(10), 8_000n), event('writeOff', july(10), 0n))).toEqual([
      ['income -8688', 'interestReceivable 8688'],
      ['income 8000', 'interestReceivable -8000'],
      ['interestReceivable -688', 'principal -80000', 'writeOff 80688'],
    ])
  })

  test('a rescission gives up every charge', () => {
    expect(linesFor(event('cancellation', localDate(2026, 6, 25), 75_000n))).toEqual([
      ['income -140', 'interestReceivable 140'],
      ['customer 75000', 'income 5140', 'interestReceivable -140', 'principal -80000'],
    ])
  })

  test('what changes nothing books nothing', () => {
    expect(linesFor(event('interestWaiver', TERMS.effectiveDate, 500n))).toEqual([])
  })
})
