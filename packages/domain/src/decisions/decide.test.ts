import { Military } from '../loans/codes.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { moneyToWire, parseMoney } from '../money/cents.ts'
import { parseDecimal } from '../money/rational.ts'
import type { Product } from '../portfolios/product.ts'
import type { Condition } from './condition.ts'
import { decide, type DecisionBasis } from './decide.ts'
import { decisionHeadline, reasonInWords, ruleSentence } from './explain.ts'
import { FACT_KINDS, factFromWire, factsFromWire, factsToWire, type WireFactValue } from './facts.ts'
import type { Policy } from './policy.ts'
import { applicant, income, returning, APPLICANTS } from '../testing/decided-applicants.ts'

/**
 * The shipped policies, with money and conditions turned into domain values. The schema that does so for the
 * product lives in the contract package, which the domain may not import.
 */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
const MONEY_KEYS = [
  'minimum',
  'maximum',
  'newMaximum',
  'minimumAmount',
  'maximumAmount',
  'amountStep',
  'returnedPaymentFee',
]

function revive(value: Json, key = ''): unknown {
  if (typeof value === 'string' && MONEY_KEYS.includes(key)) return parseMoney(value)
  if (typeof value === 'string' && (key === 'annualRate' || key === 'rate')) return parseDecimal(value)
  if (Array.isArray(value)) return value.map((one: Json) => revive(one))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, revive(one, name)])
  const object = Object.fromEntries(entries) as Record<string, unknown>
  return 'fact' in object && 'operator' in object ? reviveCondition(object as unknown as Condition) : object
}

function reviveCondition(condition: Condition): Condition {
  const kind = FACT_KINDS[condition.fact]
  if (Array.isArray(condition.value)) return condition
  return { ...condition, value: factFromWire(kind, condition.value as WireFactValue) ?? '' }
}

function load(portfolioId: number): DecisionBasis {
  const read = (name: string) =>
    revive(
      JSON.parse(
        readFileSync(new URL(`../../../../data/portfolios/${portfolioId}/${name}`, import.meta.url), 'utf8'),
      ) as Json,
    )
  return { policy: read('policy.json') as Policy, products: read('products.json') as readonly Product[] }
}

const BASES: Readonly<Record<number, DecisionBasis>> = { 110: load(110), 118: load(118) }

function basisOf(portfolioId: number): DecisionBasis {
  const basis = BASES[portfolioId]
  if (!basis) throw new Error('110 or 118')
  return basis
}

const dollars = (amount: bigint) => String(amount / 100n)

describe('domain.md §6: applicants and what both policies answer', () => {
  test('there are at least 80 of them', () => expect(APPLICANTS.length).toBeGreaterThanOrEqual(80))

  test.each(APPLICANTS)('%s %j → %j', (portfolioId, differs, { outcome, offer = '', reasons = '' }) => {
    const decision = decide(basisOf(portfolioId), applicant(differs))
    expect(decision.outcome).toBe(outcome)
    expect(decision.reasons.map(({ code }) => code).join(' ')).toBe(reasons)
    const range =
      `${dollars(decision.minimum)}-${dollars(decision.maximum)} ${decision.tier} ${decision.review ?? ''}`.trim()
    expect(decision.maximum > 0n ? range : '').toBe(offer)
    const offered = decision.outcome === 'qualified' || decision.outcome === 'referred'
    expect(decision.amountResult).toBe(offered ? (differs.accountMatched === false ? 2 : 1) : 3)
    expect(decision.maximum % decision.step).toBe(0n)
  })

  test.each([110, 118])(
    'every rule of %s has an applicant whom it hits, but the cap without a product',
    (portfolioId) => {
      const basis = basisOf(portfolioId)
      const hit = new Set(
        APPLICANTS.flatMap(([, differs]) => decide(basis, applicant(differs)).trace)
          .filter((entry) => entry.stage === 'rule' && entry.holds)
          .map(({ code }) => code),
      )
      expect(basis.policy.rules.map(({ code }) => code).filter((code) => !hit.has(code))).toEqual([
        'militaryCap',
      ])
    },
  )
})

test('32 CFR 232.4: a covered borrower is declined where the portfolio has no product within 36 %', () => {
  const { policy, products } = basisOf(118)
  const basis = { policy, products: products.filter(({ kind }) => kind === 'standard') }
  expect(
    decide(basis, applicant({ militaryStatus: Military.military })).reasons.map(({ code }) => code),
  ).toEqual(['militaryCap'])
  expect(decide(basisOf(118), applicant({ militaryStatus: Military.military })).productCode).toBe('TI-MLA')
})

test('income within the rules but too little for the smallest loan is a reason of its own', () => {
  const { policy, products } = basisOf(118)
  const tiers = policy.tiers.map((tier) => ({ ...tier, incomeSharePercent: 10 }))
  expect(decide({ policy: { ...policy, tiers }, products }, applicant(income('4000.00')))).toMatchObject({
    outcome: 'incomeRetry',
    reasons: [{ code: 'incomeBelowSmallestLoan', actual: '$150.00', limit: '$200.00' }],
  })
})

test('a state whose limit is below the smallest loan is a reason of its own', () => {
  const { policy, products } = basisOf(118)
  const limits = {
    ...policy.limits,
    states: [{ state: 'UT', maximum: parseMoney('150.00') ?? policy.limits.new.minimum }],
  }
  const decision = decide({ policy: { ...policy, limits }, products }, applicant({}))
  expect(decision).toMatchObject({ outcome: 'declined', reasons: [{ code: 'stateLimitBelowSmallestLoan' }] })
})

test('policies are data: changing one number of the policy changes the decision', () => {
  const { policy, products } = basisOf(118)
  const looser = policy.rules.map((rule) =>
    rule.code === 'tooLittleHistory'
      ? {
          ...rule,
          when: rule.when.map((one) => (one.fact === 'daysOfHistory' ? { ...one, value: 30 } : one)),
        }
      : rule,
  )
  const facts = applicant({ daysOfHistory: 40 })
  expect(decide({ policy, products }, facts).outcome).toBe('incomeRetry')
  expect(decide({ policy: { ...policy, rules: looser }, products }, facts).outcome).toBe('qualified')
  const share = policy.tiers.map((tier) => ({ ...tier, incomeSharePercent: 20 }))
  expect(moneyToWire(decide({ policy: { ...policy, tiers: share }, products }, applicant({})).maximum)).toBe(
    '350.00',
  )
})

test('a stored decision can be replayed: facts survive storage and give the same answer', () => {
  for (const [portfolioId, differs] of APPLICANTS) {
    const facts = applicant(differs)
    const stored = factsFromWire(
      JSON.parse(JSON.stringify(factsToWire(facts))) as Record<string, WireFactValue>,
    )
    expect(decide(basisOf(portfolioId), stored)).toEqual(decide(basisOf(portfolioId), facts))
  }
})

test('the trace holds every rule, tier and bound with what it was asked', () => {
  const { policy } = basisOf(118)
  const { trace } = decide(basisOf(118), applicant(returning(1)))
  const codes = trace.filter(({ stage }) => stage !== 'limit').map(({ code }) => code)
  expect(codes).toEqual([...policy.rules, ...policy.tiers, ...policy.ladder].map(({ code }) => code))
  expect(trace.filter((entry) => entry.stage === 'limit' && entry.applied)).toHaveLength(1)
  expect(trace.find(({ code }) => code === 'underAge')).toMatchObject({
    conditions: [{ fact: 'age', operator: 'lessThan', value: 18, actual: 34, holds: false }],
  })
})

test('domain.md §6: the bank may be linked 3 times in 30 days', () => {
  const left = (ibvAttemptsLast30Days: number) =>
    decide(basisOf(118), applicant({ daysOfHistory: 10, ibvAttemptsLast30Days })).retriesLeft
  expect([0, 1, 2, 3, 4].map(left)).toEqual([3, 2, 1, 0, 0])
})

test('reasons are specific, say what would change them, and come in both languages', () => {
  const { policy } = basisOf(118)
  const [reason] = decide(basisOf(118), applicant({ daysOfHistory: 12 })).reasons
  if (!reason) throw new Error('a reason')
  const { reason: why, change, regB } = reasonInWords(policy, reason)
  expect({ reason: why.en, change: change.en, regB: regB.en }).toEqual({
    reason: 'Your bank account shows 12 days of history; we need 60.',
    change: 'Link an account that you have used for longer, or apply again when this one is older.',
    regB: 'Length of deposit account history',
  })
  expect(why.es).toContain('12 días')
})

test('a decision is explained in plain words, rule by rule', () => {
  const decision = decide(basisOf(118), applicant(income('900.00')))
  expect(decisionHeadline(decision)).toBe('No amount on this income; the bank may be linked again.')
  const rules = decision.trace.flatMap((entry) => (entry.stage === 'limit' ? [] : [ruleSentence(entry)]))
  expect(rules).toContain(
    'Rule incomeTooLow leaves no amount on this income: "verified monthly net income" is less than $1,000.00? yes, it is $900.00; "usable accounts" is at least 1? yes, it is 1.',
  )
  expect(decisionHeadline(decide(basisOf(118), applicant({})))).toBe(
    'Qualified: $200.00 to $800.00 in steps of $50.00, tier A, product TI-260.',
  )
})
