import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import { InstallmentFlag, TransactionStatus } from '../payments/codes.ts'
import { AFTER_SCHEDULE, type ArrearsFacts, arrearsOn, type OpenDebit, paidAhead } from './arrears.ts'
import type { AgreedInstallment } from './serviced-loan.ts'

const FIRST = localDate(2026, 7, 10)
const OWED = cents(100_000n)
/** More is owed than is behind, and more payments are to come. */
const FACTS: ArrearsFacts = {
  paidOutsideSchedule: cents(0n),
  owed: OWED,
  coming: cents(0n),
  lastTakenOn: null,
}
const installment = (number: number, more: Partial<AgreedInstallment> = {}): AgreedInstallment => ({
  number,
  dueDate: addDays(FIRST, (number - 1) * 14),
  amount: cents(10_000n),
  status: TransactionStatus.none,
  flags: 0,
  ...more,
})

/** The schedule is not over. */
const TO_COME = installment(9)

describe('how far a loan is behind its schedule (domain.md §2)', () => {
  test('a payment is overdue from the day after its date', () => {
    expect(arrearsOn(FIRST, [installment(1), TO_COME], FACTS).days).toBe(0)
    expect(arrearsOn(addDays(FIRST, 1), [installment(1), TO_COME], FACTS)).toEqual({
      overdue: [{ number: 1, dueDate: FIRST, open: 10_000n }],
      amount: 10_000n,
      days: 1,
    })
  })

  test.each(['pending', 'onBatch', 'notChecked', 'checked'] as const)(
    'a payment that is %s is not behind',
    (name) => {
      const own = [installment(1, { status: TransactionStatus[name] }), TO_COME]
      expect(arrearsOn(addDays(FIRST, 30), own, FACTS).amount).toBe(0n)
    },
  )

  test('a payment that came back late is overdue since we know, another since it was due (domain.md §14)', () => {
    const own = [installment(1, { status: TransactionStatus.rejected }), TO_COME]
    const noticed = addDays(FIRST, 12)
    const facts = { ...FACTS, cameBackOn: new Map([[1, noticed]]) }
    expect(arrearsOn(addDays(FIRST, 13), own, facts)).toMatchObject({ amount: 10_000n, days: 1 })
    const both = own.toSpliced(1, 0, installment(2))
    expect(arrearsOn(addDays(FIRST, 18), both, facts).days).toBe(6)
  })

  test.each(['rejected', 'pastDue'] as const)('a payment that is %s is behind', (name) => {
    const own = [installment(1, { status: TransactionStatus[name] }), TO_COME]
    expect(arrearsOn(addDays(FIRST, 5), own, FACTS).days).toBe(5)
  })

  test('what a change took out is not behind', () => {
    const own = [
      installment(1, { flags: InstallmentFlag.deleted }),
      installment(2, { flags: InstallmentFlag.cancelled }),
    ]
    expect(arrearsOn(addDays(FIRST, 60), own, FACTS).overdue).toEqual([])
  })

  test('money outside the schedule covers the oldest first', () => {
    const behind = arrearsOn(addDays(FIRST, 20), [installment(1), installment(2), TO_COME], {
      ...FACTS,
      paidOutsideSchedule: cents(13_000n),
    })
    expect(behind).toEqual({
      overdue: [{ number: 2, dueDate: addDays(FIRST, 14), open: 7_000n }],
      amount: 7_000n,
      days: 6,
    })
  })

  test('never more is behind than is owed', () => {
    const behind = arrearsOn(addDays(FIRST, 20), [installment(1), installment(2)], {
      ...FACTS,
      owed: cents(12_500n),
    })
    expect(behind.overdue.map(({ open }) => open)).toEqual([10_000n, 2_500n])
  })

  describe('what is owed once the schedule is over', () => {
    const { checked, onBatch } = TransactionStatus
    const paid = [installment(1, { status: checked }), installment(2, { status: checked })]
    const last = addDays(FIRST, 14)
    const rest = { ...FACTS, owed: cents(1_234n), lastTakenOn: addDays(last, 11) }

    test('is behind since the last payment was taken', () => {
      expect(arrearsOn(addDays(last, 20), paid, rest)).toEqual({
        overdue: [{ number: AFTER_SCHEDULE, dueDate: addDays(last, 11), open: 1_234n }],
        amount: 1_234n,
        days: 9,
      })
    })

    test('is behind since the last date where nothing was taken after it', () => {
      for (const lastTakenOn of [null, FIRST])
        expect(arrearsOn(addDays(last, 20), paid, { ...rest, lastTakenOn }).days).toBe(20)
    })

    test('comes after payments that are behind themselves', () => {
      const behind = arrearsOn(addDays(last, 20), [installment(1), installment(2)], {
        ...rest,
        owed: cents(21_000n),
      })
      expect(behind.overdue.map(({ number, open }) => [number, open])).toEqual([
        [1, 10_000n],
        [2, 10_000n],
        [AFTER_SCHEDULE, 1_000n],
      ])
    })

    test('is nothing on the last date, and nothing while a debit for it is on its way', () => {
      expect(arrearsOn(last, paid, rest).amount).toBe(0n)
      const onItsWay = [installment(1, { status: checked }), installment(2, { status: onBatch })]
      const facts = { ...FACTS, owed: cents(10_000n), coming: cents(10_000n) }
      expect(arrearsOn(addDays(last, 1), onItsWay, facts).amount).toBe(0n)
    })

    test('does not count payments that were taken out', () => {
      const own = [...paid, installment(3, { flags: InstallmentFlag.deleted })]
      expect(arrearsOn(addDays(last, 20), own, { ...rest, lastTakenOn: null }).overdue).toEqual([
        { number: AFTER_SCHEDULE, dueDate: last, open: 1_234n },
      ])
    })
  })
})

describe('money that came before the payment it is for', () => {
  const third = addDays(FIRST, 15)
  const agreed = [installment(1, { status: TransactionStatus.checked }), installment(2), installment(3)]

  test.each([
    ['10000', 0n],
    ['10001', 1n],
    ['25000', 15_000n],
    ['0', 0n],
  ])('of %s cents, what the missed payment leaves: %s', (paid, ahead) => {
    expect(paidAhead(third, agreed, cents(BigInt(paid)))).toBe(ahead)
  })
})

describe('what a modification is to pay (domain.md §14)', () => {
  const paid = [installment(1, { status: TransactionStatus.checked })]
  const rest: ArrearsFacts = { ...FACTS, owed: cents(41_948n), lastTakenOn: FIRST }
  const debit = (purpose: OpenDebit['purpose'], day: number): OpenDebit => ({
    purpose,
    effectiveDate: addDays(FIRST, day),
  })

  test.each(['payOff', 'payDown', 'payNow'] as const)(
    'is not past due after the schedule while a %s is open, nor while it waits to be confirmed again',
    (purpose) => {
      for (const today of [20, 28, 33])
        expect(arrearsOn(addDays(FIRST, today), paid, { ...rest, openDebit: debit(purpose, 28) })).toEqual({
          overdue: [],
          amount: 0n,
          days: 0,
        })
      expect(arrearsOn(addDays(FIRST, 33), paid, rest).amount).toBe(41_948n)
    },
  )

  const behind = [installment(1), TO_COME]
  test.each([
    { purpose: 'payOff', today: 20, days: 20 },
    { purpose: 'payOff', today: 33, days: 28 },
    { purpose: 'payNow', today: 33, days: 28 },
    // An extra payment pays nothing that is past due.
    { purpose: 'payDown', today: 33, days: 33 },
  ] as const)('a missed payment beside a $purpose of day 28 is $days days late on day $today', (one) => {
    const facts = { ...FACTS, openDebit: debit(one.purpose, 28) }
    expect(arrearsOn(addDays(FIRST, one.today), behind, facts)).toMatchObject({
      amount: 10_000n,
      days: one.days,
    })
  })

  test('a payment that was due after the day of the debit counts its own days', () => {
    const facts = { ...FACTS, openDebit: debit('payNow', 10) }
    const later = [installment(2), TO_COME]
    expect(arrearsOn(addDays(FIRST, 17), later, facts).days).toBe(3)
  })
})

describe('what is owed beyond a payoff that was sent (domain.md §14, money counts once)', () => {
  const paidBeside = { ...FACTS, paidOutsideSchedule: cents(10_000n), isPayoffSent: true }
  const back = [installment(1), installment(2, { status: TransactionStatus.rejected })]
  const today = addDays(FIRST, 18)

  test.each([
    { why: 'all of the payoff came', owed: 0n, twoIs: 0n, after: 0n },
    { why: 'a payment came back, with its fee', owed: 11_500n, twoIs: 10_000n, after: 1_500n },
    { why: 'a wire came in the place of that payment', owed: 1_500n, twoIs: 0n, after: 1_500n },
  ])('$why: money that made it smaller covers no payment as well', ({ owed, twoIs, after }) => {
    const facts = { ...paidBeside, paidOutsideSchedule: cents(20_000n), owed: cents(owed) }
    const { overdue, amount } = arrearsOn(today, back, facts)
    expect(amount).toBe(owed)
    expect(overdue.find(({ number }) => number === 2)?.open ?? 0n).toBe(twoIs)
    expect(overdue.find(({ number }) => number === AFTER_SCHEDULE)?.open ?? 0n).toBe(after)
  })

  test('without a payoff it covers the oldest, as ever', () => {
    const { overdue } = arrearsOn(today, back, { ...paidBeside, isPayoffSent: false, owed: cents(11_500n) })
    expect(overdue.map(({ number, open }) => [number, open])).toEqual([
      [2, 10_000n],
      [AFTER_SCHEDULE, 1_500n],
    ])
  })
})
