import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate, localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import { LoanStatus, OriginatingSubStatus } from './codes.ts'
import {
  applicationWait,
  type LoanPosition,
  type MoneyPosition,
  STRANDED_REASONS,
  strandedBecause,
  strandedMoney,
} from './stranded.ts'

const today = localDate(2026, 3, 16)
const yesterday = addDays(today, -1)

/** 500.00 in repayment that owes 421.39 and has nothing to answer for it. */
const bare: LoanPosition = {
  status: LoanStatus.processing,
  today,
  owed: cents(42_139n),
  nextInstallment: null,
  pastDue: cents(0n),
  isProtected: false,
  isMoneyUnderWay: false,
  modificationUntil: null,
  wait: null,
}

describe('a loan that owes', () => {
  test.each([LoanStatus.disbursed, LoanStatus.processing, LoanStatus.suspended, LoanStatus.collecting])(
    'in status %i with nothing ahead is stranded',
    (status) => {
      expect(strandedBecause({ ...bare, status })).toBe('owesWithNothingAhead')
    },
  )

  test.each<[string, Partial<LoanPosition>]>([
    ['an installment today', { nextInstallment: today }],
    ['an installment ahead', { nextInstallment: localDate(2026, 3, 27) }],
    ['a past-due amount', { pastDue: cents(7_861n) }],
    ['a fact of law under which nothing is asked', { isProtected: true }],
    ['a transaction under way', { isMoneyUnderWay: true }],
    ['an open modification until today', { modificationUntil: today }],
  ])('is answered by %s', (_, answer) => {
    expect(strandedBecause({ ...bare, ...answer })).toBeUndefined()
  })

  test.each<[string, Partial<LoanPosition>]>([
    ['an installment of yesterday', { nextInstallment: yesterday }],
    ['a modification whose deadline passed', { modificationUntil: yesterday }],
    ['a party that is to act', { wait: { party: 'staff', until: today } }],
  ])('is not answered by %s', (_, answer) => {
    expect(strandedBecause({ ...bare, ...answer })).toBe('owesWithNothingAhead')
  })
})

describe('a loan that owes nothing', () => {
  test('has ended, or waits for its money to be checked', () => {
    const paid = { ...bare, owed: cents(0n) }
    expect(strandedBecause(paid)).toBe('paidButNotEnded')
    expect(strandedBecause({ ...paid, isMoneyUnderWay: true })).toBeUndefined()
    expect(strandedBecause({ ...paid, status: LoanStatus.terminated })).toBeUndefined()
    expect(strandedBecause({ ...paid, status: LoanStatus.withdrawn })).toBeUndefined()
  })

  test('one that has ended and owes again is stranded', () => {
    expect(strandedBecause({ ...bare, status: LoanStatus.terminated })).toBe('endedOwing')
  })
})

test('a loan whose money is being sent has its credit under way', () => {
  const sent = { ...bare, status: LoanStatus.pending, owed: cents(0n) }
  expect(strandedBecause(sent)).toBe('owesWithNothingAhead')
  expect(strandedBecause({ ...sent, isMoneyUnderWay: true })).toBeUndefined()
})

describe('an application or approved loan waits for a party with a day', () => {
  const approved = { ...bare, status: LoanStatus.approved, owed: cents(0n) }

  test('today is in time, yesterday is over, no party is none', () => {
    expect(strandedBecause({ ...approved, wait: { party: 'batch', until: today } })).toBeUndefined()
    expect(strandedBecause({ ...approved, wait: { party: 'staff', until: yesterday } })).toBe('waitIsOver')
    expect(strandedBecause(approved)).toBe('waitsWithoutParty')
  })

  const documents = { until: null, since: null }

  test.each<[LoanStatus, OriginatingSubStatus | null, string, number]>([
    [LoanStatus.initializing, null, 'borrower', 12],
    [LoanStatus.originating, OriginatingSubStatus.customerReview, 'borrower', 32],
    [LoanStatus.originating, OriginatingSubStatus.autoValidation, 'server', 2],
    [LoanStatus.originating, OriginatingSubStatus.underwriterReview, 'staff', 30],
    [LoanStatus.originating, OriginatingSubStatus.blocked, 'staff', 30],
  ])('%i %s: the %s, %i days from now', (status, subStatus, party, days) => {
    const begunOn = addDays(today, -20)
    expect(applicationWait({ status, subStatus, begunOn, changedOn: today, documents })).toEqual({
      party,
      until: addDays(today, days),
    })
  })

  test('every sub-status of an application has a party; a loan in repayment has none', () => {
    const at = { begunOn: today, changedOn: today, documents }
    for (const subStatus of Object.values(OriginatingSubStatus)) {
      expect(applicationWait({ status: LoanStatus.originating, subStatus, ...at }), subStatus).not.toBeNull()
    }
    expect(applicationWait({ status: LoanStatus.processing, subStatus: null, ...at })).toBeNull()
    expect(applicationWait({ status: LoanStatus.originating, subStatus: null, ...at })).toBeNull()
  })

  test('a review that asked for documents waits for its borrower, then for staff with 30 days of their own', () => {
    const review = {
      status: LoanStatus.originating,
      subStatus: OriginatingSubStatus.underwriterReview,
      begunOn: addDays(today, -40),
      changedOn: addDays(today, -35),
    }
    const waitFor = (until: LocalDate | null, since: LocalDate | null) =>
      applicationWait({ ...review, documents: { until, since } })
    expect(waitFor(addDays(today, 10), null)).toEqual({ party: 'borrower', until: addDays(today, 10) })
    expect(waitFor(null, yesterday)).toEqual({ party: 'staff', until: addDays(yesterday, 30) })
    expect(waitFor(null, null)).toEqual({ party: 'staff', until: addDays(today, -5) })
    expect(waitFor(null, addDays(today, -40))).toEqual({ party: 'staff', until: addDays(today, -5) })
  })
})

describe('money of a borrower', () => {
  const overpaid: MoneyPosition = {
    overpaid: cents(5_000n),
    refundsPlanned: cents(0n),
    isPaymentUnchecked: false,
    isReasonNamed: false,
  }

  test('50.00 with us and nothing planned is stranded, 30.00 of it where 20.00 is planned', () => {
    expect(strandedMoney(overpaid)).toBe(5_000n)
    expect(strandedMoney({ ...overpaid, refundsPlanned: cents(2_000n) })).toBe(3_000n)
  })

  test.each<[string, Partial<MoneyPosition>]>([
    ['a refund of all of it', { refundsPlanned: cents(5_000n) }],
    ['a payment that may come back', { isPaymentUnchecked: true }],
    ['a named reason', { isReasonNamed: true }],
    ['nothing overpaid', { overpaid: cents(0n) }],
  ])('is answered by %s', (_, answer) => {
    expect(strandedMoney({ ...overpaid, ...answer })).toBe(0n)
  })
})

test('every clause has its words', () => {
  for (const words of Object.values(STRANDED_REASONS)) expect(words.length).toBeGreaterThan(10)
})
