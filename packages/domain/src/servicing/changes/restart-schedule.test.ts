import { TransactionPurpose, TransactionStatus } from '../../payments/codes.ts'
import { describe, expect, test } from 'vitest'
import { formatLocalDate } from '../../calendar/local-date.ts'
import { moneyToWire } from '../../money/cents.ts'
import type { ChangePlan } from './change-plan.ts'
import { hardshipPlan } from './hardship.ts'
import { aLiveLoan, DATES, day, money } from './live-loan.sample.ts'
import { moveCovered, restartSchedule } from './restart-schedule.ts'

const RESTORED = { isOfLater: false }
const rows = (plan: ChangePlan | null) =>
  plan?.newSchedule.rows.map(({ dueDate, payment }) => `${formatLocalDate(dueDate)} ${moneyToWire(payment)}`)

describe('the schedule after a modification has failed (domain.md §14)', () => {
  test('nothing was missed meanwhile: the schedule is in force as it was', () => {
    const loan = aLiveLoan(3, day('2026-08-14'))
    expect(restartSchedule(loan, { since: day('2026-08-13'), ...RESTORED })).toBeNull()
  })

  test('an installment whose day passed is due again on the first free payday; the last covers the interest', () => {
    // A payoff saved on 2026-08-13 comes back on 2026-08-24: payment 4, of 2026-08-21, was not taken.
    const loan = aLiveLoan(3, day('2026-08-24'))
    const plan = restartSchedule(loan, { since: day('2026-08-13'), ...RESTORED })
    expect(plan?.deletedNumbers).toContain(4)
    expect(rows(plan)).toMatchInlineSnapshot(`
      [
        "2026-09-04 119.54",
        "2026-09-18 119.54",
        "2026-10-02 119.54",
        "2026-10-16 119.54",
        "2026-10-30 119.54",
        "2026-11-13 119.54",
        "2026-11-27 119.54",
        "2026-12-11 119.35",
        "2026-12-24 119.54",
        "2027-01-08 157.03",
      ]
    `)
    expect(plan?.newSchedule.uncovered).toBe(0n)
  })

  test('several missed installments follow one another, and no two fall on one day', () => {
    const loan = aLiveLoan(3, day('2026-09-08'))
    const plan = restartSchedule(loan, { since: day('2026-08-13'), ...RESTORED })
    expect(plan?.deletedNumbers.slice(0, 2)).toEqual([4, 5])
    const days = plan?.newSchedule.rows.map(({ dueDate }) => dueDate) ?? []
    expect(new Set(days).size).toBe(days.length)
    expect(rows(plan)).toMatchInlineSnapshot(`
      [
        "2026-09-18 119.54",
        "2026-10-02 119.54",
        "2026-10-16 119.54",
        "2026-10-30 119.54",
        "2026-11-13 119.54",
        "2026-11-27 119.54",
        "2026-12-11 119.35",
        "2026-12-24 119.54",
        "2027-01-08 119.54",
        "2027-01-22 119.54",
        "2027-02-05 119.54",
        "2027-02-19 83.21",
      ]
    `)
  })

  test('a free payday between the others is taken, at least ten days after the notice', () => {
    // Payment 6, of 2026-09-18, was moved by hand to the 17th: its own payday is free.
    const loan = aLiveLoan(3, day('2026-08-24'))
    const installments = loan.installments.map((one) =>
      one.number === 6 ? { ...one, dueDate: day('2026-09-17') } : one,
    )
    const plan = restartSchedule({ ...loan, installments }, { since: day('2026-08-13'), ...RESTORED })
    expect(rows(plan)?.slice(0, 3)).toMatchInlineSnapshot(`
      [
        "2026-09-04 119.54",
        "2026-09-17 119.54",
        "2026-09-18 119.54",
      ]
    `)
  })

  test('what was missed before the modification stays past due', () => {
    const loan = aLiveLoan(3, day('2026-08-24'))
    expect(restartSchedule(loan, { since: day('2026-08-22'), ...RESTORED })).toBeNull()
  })

  test('one that comes too soon to be announced is due again later', () => {
    // 2026-08-19 is two banking days before payment 4.
    const plan = restartSchedule(aLiveLoan(3, day('2026-08-19')), { since: day('2026-08-13'), ...RESTORED })
    expect(plan?.deletedNumbers).toContain(4)
  })

  test('the schedule of a later modification is made to cover the debt', () => {
    // It counted on an extra payment of 300.00 that came back: three payments are left for 689.11 of principal.
    const loan = aLiveLoan(3, day('2026-08-14'))
    const installments = loan.installments.filter(({ number }) => number <= 6)
    const plan = restartSchedule({ ...loan, installments }, { since: day('2026-08-13'), isOfLater: true })
    expect(plan?.newSchedule.uncovered).toBe(0n)
    expect(plan?.newSchedule.rows.every(({ payment }) => payment <= money('179.31'))).toBe(true)
    expect(plan?.newSchedule.rows.length).toBe(DATES.length - 3)
  })
})

describe('a payment on its way that help covers (domain.md §14)', () => {
  const inFlight = [
    {
      transactionNo: 'T1',
      purpose: TransactionPurpose.installment,
      status: TransactionStatus.onBatch,
      installmentNumber: 4,
      effectiveDate: day('2026-08-21'),
      amount: money('119.54'),
    },
  ]
  const limits = { maximumInstallments: 26, maximumTermDays: 300 }
  const atStart = aLiveLoan(3, day('2026-08-20'), { inFlight, limits })

  test('help names the day after the last payment, and what that adds', () => {
    const help = hardshipPlan(atStart, { help: 'move', number: 5, to: 'end' }, 0)
    const covers = help.ok ? help.value.covers : []
    expect(
      covers.map(({ number, dueDate, movesTo, amount, cost }) => [
        number,
        formatLocalDate(dueDate),
        formatLocalDate(movesTo),
        moneyToWire(amount),
        moneyToWire(cost),
      ]),
    ).toMatchInlineSnapshot(`
      [
        [
          4,
          "2026-08-21",
          "2027-01-22",
          "119.54",
          "177.90",
        ],
      ]
    `)
  })

  test('it moves to the day that was promised, where that is free; else after the last payment', () => {
    const loan = aLiveLoan(3, day('2026-08-25'))
    const free = day('2027-01-08')
    expect(moveCovered(loan, 4, free)?.movesTo).toBe(free)
    const [, , , , , , , taken] = DATES
    expect(moveCovered(loan, 4, taken ?? null)?.movesTo).toBe(day('2026-12-24'))
    expect(moveCovered(loan, 4, null)?.plan.newSchedule.uncovered).toBe(0n)
    expect(moveCovered(loan, 99, null)).toBeUndefined()
  })
})
