import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import { InstallmentFlag } from '../payment/installment-flags.ts'
import { TransactionStatus } from '../payment/transaction-status.ts'
import { arrearsOn } from './arrears.ts'
import type { AgreedInstallment } from './serviced-loan.ts'

const FIRST = localDate(2026, 7, 10)
const OWED = cents(100_000n)
const installment = (number: number, more: Partial<AgreedInstallment> = {}): AgreedInstallment => ({
  number,
  dueDate: addDays(FIRST, (number - 1) * 14),
  amount: cents(10_000n),
  status: TransactionStatus.none,
  flags: 0,
  ...more,
})

describe('how far a loan is behind its schedule (domain.md §2)', () => {
  test('a payment is overdue from the day after its date', () => {
    expect(arrearsOn(FIRST, [installment(1)], cents(0n), OWED).days).toBe(0)
    expect(arrearsOn(addDays(FIRST, 1), [installment(1)], cents(0n), OWED)).toEqual({
      overdue: [{ number: 1, dueDate: FIRST, open: 10_000n }],
      amount: 10_000n,
      days: 1,
    })
  })

  test.each(['pending', 'onBatch', 'notChecked', 'checked'] as const)(
    'a payment that is %s is not behind',
    (name) => {
      const own = [installment(1, { status: TransactionStatus[name] })]
      expect(arrearsOn(addDays(FIRST, 30), own, cents(0n), OWED).amount).toBe(0n)
    },
  )

  test.each(['rejected', 'pastDue'] as const)('a payment that is %s is behind', (name) => {
    const own = [installment(1, { status: TransactionStatus[name] })]
    expect(arrearsOn(addDays(FIRST, 5), own, cents(0n), OWED).days).toBe(5)
  })

  test('what a change took out is not behind', () => {
    const own = [
      installment(1, { flags: InstallmentFlag.deleted }),
      installment(2, { flags: InstallmentFlag.cancelled }),
    ]
    expect(arrearsOn(addDays(FIRST, 60), own, cents(0n), OWED).overdue).toEqual([])
  })

  test('money outside the schedule covers the oldest first', () => {
    const behind = arrearsOn(addDays(FIRST, 20), [installment(1), installment(2)], cents(13_000n), OWED)
    expect(behind).toEqual({
      overdue: [{ number: 2, dueDate: addDays(FIRST, 14), open: 7_000n }],
      amount: 7_000n,
      days: 6,
    })
  })

  test('never more is behind than is owed', () => {
    const behind = arrearsOn(addDays(FIRST, 20), [installment(1), installment(2)], cents(0n), cents(12_500n))
    expect(behind.overdue.map(({ open }) => open)).toEqual([10_000n, 2_500n])
  })
})
