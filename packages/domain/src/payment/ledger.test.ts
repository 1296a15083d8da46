import { describe, expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { localDate } from '../calendar/local-date.ts'
import { cents, sum } from '../money/cents.ts'
import {
  balanceOf,
  disbursementSent,
  disbursementSettled,
  LedgerAccount,
  type Posting,
  posting,
  PostingKind,
  reversalOf,
} from './ledger.ts'
import { CHAIN_START, canonicalPosting } from './ledger-chain.ts'

const facts = { loanNo: '118-0000017', transactionId: 'transaction-1', effectiveDate: localDate(2026, 6, 23) }
const sent = disbursementSent(facts, cents(95_000n))
const settled = disbursementSettled(facts, cents(100_000n), cents(5_000n))

describe('ledger (domain §9)', () => {
  test('sent: cash is in transit and nothing is owed', () => {
    expect(balanceOf([sent], LedgerAccount.cashInTransit)).toBe(95_000n)
    expect(balanceOf([sent], LedgerAccount.principal)).toBe(0n)
  })

  test('settled: the principal is owed, the withheld charge is income, nothing is in transit', () => {
    const both = [sent, settled]
    expect(Object.values(LedgerAccount).map((account) => balanceOf(both, account))).toEqual([
      100_000n,
      0n,
      0n,
      0n,
      -95_000n,
      -5_000n,
      0n,
    ])
  })

  test('without a prepaid charge there is no empty line', () => {
    expect(disbursementSettled(facts, cents(80_000n), cents(0n)).entries).toEqual([
      { account: 'principal', amount: 80_000n },
      { account: 'cashInTransit', amount: -80_000n },
    ])
  })

  test('a returned credit leaves every account at zero', () => {
    const later = localDate(2026, 6, 25)
    const all = [sent, settled, reversalOf(settled, later), reversalOf(sent, later)]
    for (const account of Object.values(LedgerAccount)) expect(balanceOf(all, account)).toBe(0n)
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

describe('the chain', () => {
  const text = canonicalPosting(sent, 1, CHAIN_START)

  test('is readable and fixed', () => {
    expect(text).toBe(
      '["dolphin-posting-1","1","disbursementSent","118-0000017","transaction-1","2026-06-23",' +
        `[["cashInTransit","950.00"],["customer","-950.00"]],"${CHAIN_START}"]`,
    )
  })

  const hash = 'a'.repeat(64)
  test.each([
    ['kind', { kind: PostingKind.reversal }],
    ['loan', { loanNo: '118-0000025' }],
    ['transaction', { transactionId: 'transaction-2' }],
    ['day', { effectiveDate: localDate(2026, 6, 24) }],
    ['entries', { entries: settled.entries }],
  ])('another %s, place or predecessor is another text', (_, change) => {
    expect(canonicalPosting({ ...sent, ...change }, 1, CHAIN_START)).not.toBe(text)
    expect(canonicalPosting(sent, 2, hash)).not.toBe(canonicalPosting(sent, 3, hash))
    expect(canonicalPosting(sent, 2, hash)).not.toBe(canonicalPosting(sent, 2, 'b'.repeat(64)))
  })

  test('a chain that starts elsewhere, or a hash that is none, is a bug', () => {
    expect(() => canonicalPosting(sent, 1, hash)).toThrow(AssertionFailure)
    expect(() => canonicalPosting(sent, 2, 'short')).toThrow(AssertionFailure)
    expect(() => canonicalPosting(sent, 0, CHAIN_START)).toThrow(AssertionFailure)
  })
})
