import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import { TransactionStatus, TransactionType } from '../payments/codes.ts'
import { installmentMarks, type MarkFacts, type MarkingTransaction } from './installment-marks.ts'

const { debit, refund } = TransactionType
const { none, rejected, checked, onBatch, pastDue } = TransactionStatus

const march = (day: number) => localDate(2026, 3, day)

const money = (
  transactionNo: string,
  amount: bigint,
  more: Partial<MarkingTransaction> = {},
): MarkingTransaction => ({
  transactionNo,
  type: debit,
  status: checked,
  amount: cents(amount),
  effectiveDate: march(13),
  installmentNumber: null,
  originalTransactionNo: null,
  ...more,
})
const payment = (number: number) =>
  money(`P${number}`, 10_000n, { installmentNumber: number, effectiveDate: march(number) })
const back = (amount: bigint, more: Partial<MarkingTransaction> = {}) =>
  money(`R${amount}`, amount, { type: refund, status: onBatch, ...more })

/** Flags and status of the installments 1 to 3, due on 1 to 3 March, of which the first two were paid. */
function shown(transactions: readonly MarkingTransaction[], facts: Partial<MarkFacts> = {}) {
  const marks = installmentMarks({
    today: march(4),
    overdue: new Set([3]),
    isCollecting: false,
    transactions,
    ...facts,
  })
  return [1, 2, 3].map((number) => {
    const status = number < 3 ? checked : none
    const { flags, status: seen } = marks({ number, dueDate: march(number), flags: 0, status })
    return [flags, seen]
  })
}
const PAID = [payment(1), payment(2)]

describe('the marks of an installment follow from what happened (domain.md §1)', () => {
  test('past due once its day has passed and nothing was paid; not on the day itself, nor covered by a receipt', () => {
    expect(shown(PAID)).toEqual([
      [0, checked],
      [0, checked],
      [0, pastDue],
    ])
    expect(shown(PAID, { today: march(3) })[2]).toEqual([0, none])
    expect(shown(PAID, { overdue: new Set() })[2]).toEqual([0, none])
  })

  test('a debit that came back stays rejected', () => {
    const marks = installmentMarks({
      today: march(9),
      overdue: new Set([1]),
      isCollecting: false,
      transactions: [],
    })
    expect(marks({ number: 1, dueDate: march(1), flags: 256, status: rejected })).toEqual({
      flags: 256,
      status: rejected,
    })
  })

  test('16 with a part sent back, 2 with every cent; without a named payment the newest first', () => {
    const flagsAfter = (...refunds: MarkingTransaction[]) =>
      shown([...PAID, ...refunds]).map(([flags]) => flags)
    expect(flagsAfter(back(4_000n))).toEqual([0, 16, 0])
    expect(flagsAfter(back(4_000n), back(6_000n))).toEqual([0, 2, 0])
    expect(flagsAfter(back(12_500n))).toEqual([16, 2, 0])
    expect(flagsAfter(back(10_000n, { originalTransactionNo: 'P1' }), back(100n))).toEqual([2, 16, 0])
    expect(flagsAfter(back(4_000n, { status: none }), back(4_000n, { status: rejected }))).toEqual([0, 0, 0])
  })

  test('8 on what is unpaid, while the loan is collecting', () => {
    expect(shown(PAID, { isCollecting: true })).toEqual([
      [0, checked],
      [0, checked],
      [8, pastDue],
    ])
  })
})
