import { describe, expect, test } from 'vitest'
import { type LocalDate, localDate } from '../calendar/local-date.ts'
import { type Cents, cents } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import {
  balanceOf,
  disbursementSent,
  disbursementSettled,
  LedgerAccount,
  type Posting,
} from '../payment/ledger.ts'
import { booksOf } from './account-books.ts'
import type { AccountEvent, AccountEventKind } from './account-event.ts'
import { postingsOf } from './event-postings.ts'
import { type AccountTerms, replayAccount } from './loan-account.ts'

const LOAN = '118-0000017'
const TERMS: AccountTerms = {
  principal: cents(80_000n),
  prepaidCharge: cents(5_000n),
  effectiveDate: localDate(2026, 6, 23),
  accrual: { method: 'simpleDaily', annualRate: rational(260n, 100n) },
  interestCredits: [{ from: localDate(2026, 6, 23), amount: cents(1_000n) }],
}

const event = (kind: AccountEventKind, date: LocalDate, amount: bigint): AccountEvent => ({
  id: `${kind}/${date}`,
  kind,
  date,
  amount: cents(amount),
})

const paidOut = (terms: AccountTerms): Posting[] => {
  const facts = { loanNo: LOAN, transactionId: 'credit', effectiveDate: terms.effectiveDate }
  return [
    disbursementSent(facts, cents(terms.principal - terms.prepaidCharge)),
    disbursementSettled(facts, terms.principal, terms.prepaidCharge),
  ]
}

const balances = (postings: readonly Posting[]): Record<string, Cents> =>
  Object.fromEntries(Object.values(LedgerAccount).map((account) => [account, balanceOf(postings, account)]))

describe('what an event books (domain §9)', () => {
  const july = (day: number) => localDate(2026, 7, day)
  const postingsFor = (...events: AccountEvent[]) =>
    replayAccount(TERMS, events)
      .applied.flatMap((applied) => postingsOf(applied, LOAN))
      .map(({ kind, entries }) => [kind, ...entries.map(({ account, amount }) => `${account} ${amount}`)])

  test('a payment: the interest reckoned up to it, then where its amount went', () => {
    expect(postingsFor(event('payment', july(10), 11_954n))).toEqual([
      ['accrual', 'interestReceivable 8688', 'income -8688'],
      ['paymentReceived', 'principal -3266', 'interestReceivable -8688', 'customer 11954'],
    ])
  })

  test('a fee charged, partly waived, and paid too much: each its own posting', () => {
    const events = [
      event('fee', july(1), 1_500n),
      event('feeWaiver', july(2), 500n),
      event('payment', july(3), 99_999n),
    ]
    expect(postingsFor(...events).slice(0, 2)).toEqual([
      ['feeCharged', 'fees 1500', 'income -1500'],
      ['feeWaived', 'fees -500', 'income 500'],
    ])
    expect(postingsFor(...events).at(-1)).toEqual([
      'paymentReceived',
      'principal -80000',
      'interestReceivable -4699',
      'fees -1000',
      'cashInTransit -14300',
      'customer 99999',
    ])
    expect(postingsFor(...events, event('refund', july(6), 14_400n)).at(-1)).toEqual([
      'refundSent',
      'cashInTransit 14300',
      'customer -14400',
      'income 100',
    ])
  })

  test('interest waived, and the rest written off', () => {
    expect(postingsFor(event('interestWaiver', july(10), 8_000n), event('writeOff', july(10), 0n))).toEqual([
      ['accrual', 'interestReceivable 8688', 'income -8688'],
      ['interestWaived', 'interestReceivable -8000', 'income 8000'],
      ['writtenOff', 'principal -80000', 'interestReceivable -688', 'writeOff 80688'],
    ])
  })

  test('a rescission gives up every charge', () => {
    expect(postingsFor(event('cancellation', localDate(2026, 6, 25), 75_000n))).toEqual([
      ['accrual', 'interestReceivable 140', 'income -140'],
      ['cancelled', 'principal -80000', 'interestReceivable -140', 'customer 75000', 'income 5140'],
    ])
  })

  test('what changes nothing books nothing', () => {
    expect(postingsFor(event('interestWaiver', TERMS.effectiveDate, 500n))).toEqual([])
  })
})

describe('the postings of any history come to the books of its last state', () => {
  const kinds: AccountEventKind[] = [
    'payment',
    'payment',
    'payment',
    'fee',
    'feeWaiver',
    'interestWaiver',
    'refund',
    'cancellation',
    'writeOff',
  ]

  /** Park and Miller's generator: the same histories at every run. */
  const numbersFrom = (seed: number) => {
    let state = seed
    return (below: number): number => {
      state = (state * 16_807) % 2_147_483_647
      return state % below
    }
  }

  test('over 2,000 random histories, at every event', () => {
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const number = numbersFrom(seed * 7_919)
      const events = Array.from({ length: 1 + number(12) }, (_, index) => ({
        id: `${index}`,
        kind: kinds[number(kinds.length)] ?? 'payment',
        date: (TERMS.effectiveDate + number(200)) as LocalDate,
        amount: cents(BigInt(number(60_000))),
      }))
      const postings = paidOut(TERMS)
      for (const applied of replayAccount(TERMS, events).applied) {
        postings.push(...postingsOf(applied, LOAN))
        expect(balances(postings)).toEqual(booksOf(TERMS, applied.after))
      }
    }
  })
})
