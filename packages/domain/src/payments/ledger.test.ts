import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { localDate } from '../calendar/local-date.ts'
import { cents, sum } from '../money/cents.ts'
import {
  disbursementSent,
  disbursementSettled,
  type LedgerAccount,
  type Posting,
  posting,
  PostingKind,
} from './ledger.ts'

const facts = { loanNo: '118-0000017', transactionId: 'transaction-1', effectiveDate: localDate(2026, 6, 23) }
const sent = disbursementSent(facts, cents(95_000n))
const settled = disbursementSettled(facts, cents(100_000n), cents(5_000n))

describe('ledger (domain §9)', () => {
  test('sent: cash is in transit and nothing is owed', () => {
    expect(sent.entries).toEqual([
      { account: 'cashInTransit', amount: 95_000n },
      { account: 'customer', amount: -95_000n },
    ])
  })

  test('settled: the principal is owed, the withheld charge is income, nothing is in transit', () => {
    expect(settled.entries).toEqual([
      { account: 'principal', amount: 100_000n },
      { account: 'cashInTransit', amount: -95_000n },
      { account: 'income', amount: -5_000n },
    ])
  })

  test('without a prepaid charge there is no empty line', () => {
    expect(disbursementSettled(facts, cents(80_000n), cents(0n)).entries).toEqual([
      { account: 'principal', amount: 80_000n },
      { account: 'cashInTransit', amount: -80_000n },
    ])
  })

  test('every posting balances', () => {
    for (const one of [sent, settled]) expect(sum(one.entries.map(({ amount }) => amount))).toBe(0n)
  })

  test.each<[string, () => Posting]>([
    ['unbalanced', () => posting(PostingKind.reversal, facts, [line('principal', 1n), line('income', -2n)])],
    ['one-sided', () => posting(PostingKind.reversal, facts, [line('principal', 0n)])],
    [
      'an empty line',
      () => posting(PostingKind.reversal, facts, [line('principal', 0n), line('income', 0n)]),
    ],
    ['paying nothing out', () => disbursementSent(facts, cents(0n))],
    ['a charge of the whole', () => disbursementSettled(facts, cents(1n), cents(1n))],
  ])('%s is a bug', (_, make) => {
    expect(make).toThrow(AssertionFailure)
  })
})

function line(account: LedgerAccount, amount: bigint) {
  return { account, amount: cents(amount) }
}
