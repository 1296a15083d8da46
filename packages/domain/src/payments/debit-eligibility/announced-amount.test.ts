import { describe, expect, test } from 'vitest'
import { localDate } from '../../calendar/local-date.ts'
import { cents } from '../../money/cents.ts'
import { judgedAmount, toldAmount, toldAnew } from './announced-amount.ts'

const DAY = localDate(2026, 3, 27)
const told = (...amounts: readonly bigint[]) =>
  amounts.map((amount, index) => ({
    kind: 'unusualWithdrawal' as const,
    channel: 'electronic' as const,
    sentOn: localDate(2026, 3, 18 + index),
    effectiveDate: DAY,
    amount: cents(amount),
  }))
const debit = (amount: bigint, notices: readonly bigint[], hasPaidBeside = false) => ({
  effectiveDate: DAY,
  amount: cents(amount),
  agreed: cents(49_866n),
  notices: told(...notices),
  hasPaidBeside,
})

describe('a debit’s amount changes after it was announced (domain.md §14)', () => {
  test.each([
    { why: 'not told yet', now: 49_866n, notices: [], is: 'asTold' },
    { why: 'as told', now: 49_866n, notices: [49_866n], is: 'asTold' },
    { why: 'a receipt', now: 41_948n, notices: [49_866n], is: 'smallerUntold' },
    { why: 'a receipt, told', now: 41_948n, notices: [49_866n, 41_948n], is: 'asTold' },
    { why: 'a second receipt', now: 31_879n, notices: [49_866n, 41_948n], is: 'smallerUntold' },
    { why: 'the receipt came back', now: 49_866n, notices: [49_866n, 41_948n], is: 'largerUntold' },
    {
      why: 'it came back, told again',
      now: 49_866n,
      notices: [49_866n, 41_948n, 49_866n],
      is: 'largerAgain',
    },
  ] as const)('$why: $is', ({ now, notices, is }) => {
    expect(toldAmount(debit(now, notices, true))).toBe(is)
  })

  test('a notice of another day says nothing of this one', () => {
    const moved = { ...debit(49_866n, [41_948n]), effectiveDate: localDate(2026, 4, 8) }
    expect(toldAmount(moved)).toBe('asTold')
  })

  test('told anew counts only what was told after the smaller amount', () => {
    expect(toldAnew(debit(49_866n, [49_866n, 41_948n]))).toEqual([])
    expect(toldAnew(debit(49_866n, [49_866n, 41_948n, 49_866n])).map(({ sentOn }) => sentOn)).toEqual([
      localDate(2026, 3, 20),
    ])
  })

  test.each([
    {
      why: 'made smaller by a receipt: as announced',
      now: 41_948n,
      notices: [49_866n, 41_948n],
      beside: true,
      as: 49_866n,
    },
    {
      why: 'made smaller before its notice: as agreed',
      now: 41_948n,
      notices: [],
      beside: true,
      as: 49_866n,
    },
    {
      why: 'smaller by anything else: as it is',
      now: 41_948n,
      notices: [49_866n],
      beside: false,
      as: 41_948n,
    },
    { why: 'larger: as it is', now: 49_866n, notices: [41_948n], beside: true, as: 49_866n },
  ])('its notices are judged, $why', ({ now, notices, beside, as }) => {
    expect(judgedAmount(debit(now, notices, beside))).toBe(as)
  })
})
