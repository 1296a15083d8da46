import { describe, expect, test } from 'vitest'
import { isPaymentMode, PaymentMode, TransactionStatus } from './codes.ts'
import { isTransactionMove, TRANSACTION_TRANSITIONS } from './transaction-status.ts'

const statuses = Object.values(TransactionStatus)
const EDGES = ['0>1', '0>-1', '1>4', '4>2', '2>3', '1>-1', '4>-1', '2>-1', '3>-1', '0>-2', '1>-2', '-2>1']
const pairs = statuses.flatMap((from) => statuses.map((to) => ({ from, to, edge: `${from}>${to}` })))

describe('transaction status (product §3, moves of domain §9)', () => {
  test('the numbers', () => {
    expect(statuses.toSorted((left, right) => left - right)).toEqual([-2, -1, 0, 1, 2, 3, 4])
  })

  test('a number that is no status has no move', () => {
    expect(isTransactionMove(7, 1)).toBe(false)
  })

  test.each(pairs)('$edge is a move exactly if domain §9 names it', ({ from, to, edge }) => {
    expect(isTransactionMove(from, to)).toBe(EDGES.includes(edge))
  })

  test('every status can be reached from planned, and only rejected is final', () => {
    const reached = new Set<number>([TransactionStatus.none])
    for (const status of reached) {
      for (const next of Object.keys(TRANSACTION_TRANSITIONS[status as TransactionStatus]))
        reached.add(Number(next))
    }
    expect(reached.size).toBe(statuses.length)
    expect(statuses.filter((status) => Object.keys(TRANSACTION_TRANSITIONS[status]).length === 0)).toEqual([
      -1,
    ])
  })
})

describe('modes (product §3, domain §1)', () => {
  test('payment modes are 15000 to 15014 without 15013', () => {
    const numbers = Array.from({ length: 15 }, (_, index) => 15000 + index).filter((code) => code !== 15013)
    expect(Object.values(PaymentMode)).toEqual(numbers)
    expect(isPaymentMode(15013)).toBe(false)
    expect(isPaymentMode(15000)).toBe(true)
  })
})
