import { expect, test } from 'vitest'
import { cents } from '../money/cents.ts'
import {
  counterAmount,
  counterBounds,
  counteredDecision,
  counterWords,
  offeredWords,
} from './counteroffer.ts'

const dollars = (amount: number) => cents(BigInt(amount) * 100n)
const offer = { minimum: dollars(200), maximum: dollars(800), step: dollars(50), picked: null }

test('a counteroffer is below the amount that was picked, else below the policy’s maximum (12 CFR 1002.2(c)(1)(i))', () => {
  const highest = (picked: number | null) =>
    counterBounds({ ...offer, picked: picked === null ? null : dollars(picked) })?.maximum
  expect(highest(null)).toBe(dollars(750))
  expect(highest(500)).toBe(dollars(450))
  expect(highest(900)).toBe(dollars(750))
  expect(counterBounds({ ...offer, picked: cents(50_001n) })?.maximum).toBe(dollars(500))
})

test('where the smallest loan was asked for, nothing is lower', () => {
  expect(counterBounds({ ...offer, picked: dollars(200) })).toBeUndefined()
  expect(counterBounds({ ...offer, picked: dollars(250) })).toEqual({
    minimum: dollars(200),
    maximum: dollars(200),
    step: dollars(50),
  })
})

test('every amount in steps within the bounds can be offered, and no other', () => {
  const bounds = counterBounds({ ...offer, picked: dollars(500) })
  if (bounds === undefined) throw new Error('amounts below 500 can be offered')
  const offered: number[] = []
  for (let amount = 0; amount <= 90_000; amount += 500) {
    const one = counterAmount(bounds, cents(BigInt(amount)))
    if (one.ok) offered.push(Number(one.value) / 100)
  }
  expect(offered).toEqual([200, 250, 300, 350, 400, 450])
  expect(counterAmount(bounds, dollars(500))).toEqual({ ok: false, error: 'outOfRange' })
  expect(counterAmount(bounds, dollars(210))).toEqual({ ok: false, error: 'notAStep' })
})

const onPolicy = {
  outcome: 'referred',
  amountResult: 1,
  minimum: '200.00',
  maximum: '800.00',
  step: '50.00',
  tier: 'A',
  productCode: 'STANDARD',
  review: 'agentReview',
  reasons: [{ code: 'accountOwnerMismatch', actual: '', limit: '' }],
  retriesLeft: 0,
  policyVersion: 1,
  productVersion: 1,
  trace: [],
} as const

test('as a decision it keeps what the policy found, but for the maximum and the person’s reasons', () => {
  const reasons = [{ code: 'shortHistory', actual: '40', limit: '90' }]
  expect(counteredDecision(onPolicy, { amount: dollars(300), reasons })).toEqual({
    ...onPolicy,
    outcome: 'countered',
    review: null,
    maximum: '300.00',
    reasons,
  })
})

test('one sentence says what was asked and what is offered, before why, in both languages', () => {
  const reasons = [{ en: 'The account is new.', es: 'La cuenta es nueva.' }]
  expect(counterWords({ picked: dollars(500), maximum: dollars(300), reasons })).toEqual({
    en: 'We cannot offer you the loan of $500.00 that you asked for, but we can offer up to $300.00. The account is new.',
    es: 'No podemos ofrecerle el préstamo de $500.00 que pidió, pero sí hasta $300.00. La cuenta es nueva.',
  })
  expect(counterWords({ picked: null, maximum: dollars(300), reasons }).en).toContain(
    'all that you applied for, but we can offer up to $300.00',
  )
})

test('one amount is no range', () => {
  expect(offeredWords({ minimum: dollars(300), maximum: dollars(300) }).es).toBe('un préstamo de $300.00')
  expect(offeredWords({ minimum: dollars(300), maximum: dollars(400) }).en).toBe(
    'a loan of $300.00 to $400.00',
  )
})
