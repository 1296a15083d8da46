import { Military } from '../loans/codes.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { moneyToWire, parseMoney } from '../money/cents.ts'
import { parseDecimal } from '../money/rational.ts'
import type { Product } from '../portfolios/product.ts'
import type { Condition } from './condition.ts'
import { decide, type DecisionBasis } from './decide.ts'
import { decisionHeadline, reasonInWords, ruleSentence } from './explain.ts'
import {
  FACT_KINDS,
  factFromWire,
  type Facts,
  factsFromWire,
  factsToWire,
  type WireFactValue,
} from './facts.ts'
import type { Policy } from './policy.ts'

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

/** A new applicant of tier A, account matched, nothing against them. */
const GOOD = {
  age: 34,
  state: 'UT',
  blackListed: false,
  identityMatches: true,
  suspectedFraud: false,
  nameChanged: false,
  secondApplication: false,
  zipContradictsState: false,
  inCollection: false,
  chargedOffHere: false,
  bankruptcyOpen: false,
  uncontactable: false,
  openLoansHere: 0,
  externalOpenLoans: 0,
  otherLenders: 0,
  otherLendersMonthly: '0.00',
  undeclaredLenders: 0,
  militaryStatus: Military.notMilitary,
  riskReport: -1,
  applicationsLast30Days: 1,
  ibvAttemptsLast30Days: 1,
  usableAccounts: 1,
  accountMatched: true,
  accountOwnerMatches: true,
  daysOfHistory: 90,
  monthlyNetIncome: '4000.00',
  verifiedIncomePercent: 100,
  incomeRegularity: 100,
  daysSinceLastIncome: 5,
  averageBalance: '600.00',
  lowestBalance: '20.00',
  nsfCount30: 0,
  nsfCount90: 0,
  overdraftDays: 0,
  customerCategory: 1,
  loansPaidOff: 0,
  latePayments: 0,
} as const satisfies Readonly<Record<string, WireFactValue>>

type Overrides = Partial<Record<keyof typeof GOOD, WireFactValue>>

const applicant = (overrides: Overrides): Facts => factsFromWire({ ...GOOD, ...overrides })
const income = (monthlyNetIncome: string): Overrides => ({ monthlyNetIncome })
const returning = (loansPaidOff: number, latePayments = 0): Overrides => ({
  customerCategory: 2,
  loansPaidOff,
  latePayments,
})

interface Expected {
  readonly outcome: string
  /** "minimum-maximum tier review" where there is an offer. */
  readonly offer?: string
  /** Reason codes, separated by spaces. */
  readonly reasons?: string
}

/** Portfolio, what differs from GOOD, and what the policy decides. */
type Row = readonly [portfolioId: number, differs: Overrides, expected: Expected]

const APPLICANTS: readonly Row[] = [
  // New customers of every tier; income share and tier maximum, rounded down to the step.
  [118, {}, { outcome: 'qualified', offer: '200-800 A' }],
  [118, income('3500.00'), { outcome: 'qualified', offer: '200-800 A' }],
  [118, income('3499.99'), { outcome: 'qualified', offer: '200-700 B' }],
  [118, income('2800.00'), { outcome: 'qualified', offer: '200-700 B' }],
  [118, income('2799.99'), { outcome: 'qualified', offer: '200-550 C' }],
  [118, income('2400.00'), { outcome: 'qualified', offer: '200-550 C' }],
  [118, income('2383.33'), { outcome: 'qualified', offer: '200-500 C' }],
  [118, income('2000.00'), { outcome: 'qualified', offer: '200-450 C' }],
  [118, income('1999.99'), { outcome: 'qualified', offer: '200-400 D' }],
  [118, income('1500.00'), { outcome: 'qualified', offer: '200-300 D' }],
  [118, income('1499.99'), { outcome: 'qualified', offer: '200-300 E' }],
  [118, income('1203.70'), { outcome: 'qualified', offer: '200-200 E' }],
  [118, income('1000.00'), { outcome: 'qualified', offer: '200-200 E' }],
  [118, { lowestBalance: '-0.01' }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { incomeRegularity: 89 }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { nsfCount90: 1 }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { nsfCount90: 2 }, { outcome: 'qualified', offer: '200-550 C' }],
  [118, { nsfCount90: 4 }, { outcome: 'qualified', offer: '200-400 D' }],
  [118, { nsfCount90: 6 }, { outcome: 'qualified', offer: '200-300 E' }],
  [118, { otherLenders: 1 }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { otherLenders: 3 }, { outcome: 'qualified', offer: '200-400 D' }],
  [118, { externalOpenLoans: 4 }, { outcome: 'qualified', offer: '200-800 A' }],
  [118, { accountMatched: false }, { outcome: 'qualified', offer: '200-800 A' }],
  [110, {}, { outcome: 'qualified', offer: '300-1200 A' }],
  [110, income('3799.99'), { outcome: 'qualified', offer: '300-1000 B' }],
  [110, income('3000.00'), { outcome: 'qualified', offer: '300-900 B' }],
  [110, income('2400.00'), { outcome: 'qualified', offer: '300-700 C' }],
  [110, income('1800.00'), { outcome: 'qualified', offer: '300-400 D' }],
  [110, income('1200.00'), { outcome: 'qualified', offer: '300-300 E' }],
  [110, { state: 'SC', monthlyNetIncome: '6000.00' }, { outcome: 'qualified', offer: '300-1200 A' }],
  [110, { state: 'TN' }, { outcome: 'qualified', offer: '300-1000 A' }],
  [110, { accountMatched: false }, { outcome: 'qualified', offer: '300-1200 A' }],
  // States: a cap, and in Nevada a share of monthly income.
  [118, { state: 'MO' }, { outcome: 'qualified', offer: '200-500 A' }],
  [118, { state: 'DE', ...returning(4) }, { outcome: 'qualified', offer: '200-1000 A' }],
  [118, { state: 'WI' }, { outcome: 'qualified', offer: '200-800 A' }],
  [118, { state: 'NV', monthlyNetIncome: '2900.00' }, { outcome: 'qualified', offer: '200-700 B' }],
  [118, { state: 'NV', monthlyNetIncome: '1999.99' }, { outcome: 'qualified', offer: '200-400 D' }],
  [110, { state: 'DE' }, { outcome: 'qualified', offer: '300-1000 A' }],
  [110, { state: 'NV', monthlyNetIncome: '3900.00' }, { outcome: 'qualified', offer: '300-900 A' }],
  [110, { state: 'ID' }, { outcome: 'qualified', offer: '300-1000 A' }],
  // Returning customers: three steps, more income share with each; on no step they are as new.
  [118, returning(0), { outcome: 'qualified', offer: '200-800 A' }],
  [118, returning(1), { outcome: 'qualified', offer: '200-800 A' }],
  [118, { ...returning(1), ...income('2000.00') }, { outcome: 'qualified', offer: '200-500 C' }],
  [118, { ...returning(2, 2), ...income('6000.00') }, { outcome: 'qualified', offer: '200-900 A' }],
  [118, { ...returning(2, 3), ...income('6000.00') }, { outcome: 'qualified', offer: '200-800 A' }],
  [118, { ...returning(4, 1), ...income('6000.00') }, { outcome: 'qualified', offer: '200-1000 A' }],
  [118, { ...returning(4, 2), ...income('6000.00') }, { outcome: 'qualified', offer: '200-900 A' }],
  [118, { ...returning(9), ...income('2000.00') }, { outcome: 'qualified', offer: '200-550 C' }],
  [110, { ...returning(1), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1200 A' }],
  [110, { ...returning(3, 1), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1400 A' }],
  [110, { ...returning(5), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1500 A' }],
  [110, { ...returning(5, 1), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1400 A' }],
  [110, { ...returning(3, 2), ...income('6000.00') }, { outcome: 'qualified', offer: '300-1200 A' }],
  // Covered borrowers get the military product.
  [118, { militaryStatus: Military.military }, { outcome: 'qualified', offer: '200-800 A' }],
  [110, { militaryStatus: Military.military }, { outcome: 'qualified', offer: '300-1200 A' }],
  // Knock-outs that decline at once.
  [118, { age: 17 }, { outcome: 'declined', reasons: 'underAge' }],
  [118, { age: 18 }, { outcome: 'qualified', offer: '200-800 A' }],
  [110, { age: 17 }, { outcome: 'declined', reasons: 'underAge' }],
  [118, { state: 'SC' }, { outcome: 'declined', reasons: 'stateNotServed' }],
  [118, { state: 'CA' }, { outcome: 'declined', reasons: 'stateNotServed' }],
  [110, { state: 'NY' }, { outcome: 'declined', reasons: 'stateNotServed' }],
  [118, { inCollection: true }, { outcome: 'declined', reasons: 'inCollection' }],
  [118, { chargedOffHere: true }, { outcome: 'declined', reasons: 'chargedOffHere' }],
  [110, { bankruptcyOpen: true }, { outcome: 'declined', reasons: 'bankruptcyOpen' }],
  [118, { openLoansHere: 1 }, { outcome: 'declined', reasons: 'openLoanHere' }],
  [118, { externalOpenLoans: 5 }, { outcome: 'declined', reasons: 'tooManyOpenLoans' }],
  [110, { externalOpenLoans: 4 }, { outcome: 'declined', reasons: 'tooManyOpenLoans' }],
  [118, { otherLenders: 5 }, { outcome: 'declined', reasons: 'tooManyLenders' }],
  [110, { otherLenders: 4 }, { outcome: 'declined', reasons: 'tooManyLenders' }],
  [118, { applicationsLast30Days: 6 }, { outcome: 'declined', reasons: 'tooManyApplications' }],
  [110, { applicationsLast30Days: 5 }, { outcome: 'declined', reasons: 'tooManyApplications' }],
  [110, returning(6, 6), { outcome: 'declined', reasons: 'latePaymentsHere' }],
  [118, { age: 17, state: 'NY' }, { outcome: 'declined', reasons: 'underAge stateNotServed' }],
  [118, { inCollection: true, nsfCount30: 9 }, { outcome: 'declined', reasons: 'inCollection tooManyNsf30' }],
  [
    118,
    { age: 16, state: 'NY', bankruptcyOpen: true, externalOpenLoans: 30, otherLenders: 9 },
    { outcome: 'declined', reasons: 'underAge stateNotServed bankruptcyOpen tooManyOpenLoans' },
  ],
  // Knock-outs that block.
  [118, { blackListed: true }, { outcome: 'blocked', reasons: 'blackListed' }],
  [118, { identityMatches: false }, { outcome: 'blocked', reasons: 'identityMismatch' }],
  [110, { suspectedFraud: true }, { outcome: 'blocked', reasons: 'suspectedFraud' }],
  [110, { blackListed: true, age: 17 }, { outcome: 'blocked', reasons: 'blackListed underAge' }],
  // Income causes: the loan stays, the bank may be linked again.
  [
    118,
    { usableAccounts: 0, daysOfHistory: 0, monthlyNetIncome: '0.00', accountMatched: false },
    { outcome: 'incomeRetry', reasons: 'noUsableAccount' },
  ],
  [118, { daysOfHistory: 59 }, { outcome: 'incomeRetry', reasons: 'tooLittleHistory' }],
  [110, { daysOfHistory: 59 }, { outcome: 'qualified', offer: '300-1200 A' }],
  [110, { daysOfHistory: 44 }, { outcome: 'incomeRetry', reasons: 'tooLittleHistory' }],
  [118, income('999.99'), { outcome: 'incomeRetry', reasons: 'incomeTooLow' }],
  [118, income('900.00'), { outcome: 'incomeRetry', reasons: 'incomeTooLow' }],
  [110, income('1199.99'), { outcome: 'incomeRetry', reasons: 'incomeTooLow' }],
  [118, { daysSinceLastIncome: 46 }, { outcome: 'incomeRetry', reasons: 'incomeStopped' }],
  [118, { nsfCount30: 4, nsfCount90: 4 }, { outcome: 'incomeRetry', reasons: 'tooManyNsf30' }],
  [118, { nsfCount30: 4, nsfCount90: 9 }, { outcome: 'incomeRetry', reasons: 'tooManyNsf30 tooManyNsf90' }],
  [110, { nsfCount30: 3, nsfCount90: 7 }, { outcome: 'incomeRetry', reasons: 'tooManyNsf30 tooManyNsf90' }],
  [
    118,
    { averageBalance: '-0.01', lowestBalance: '-300.00' },
    { outcome: 'incomeRetry', reasons: 'negativeBalance' },
  ],
  // Referred to a person: the offer stands for that person to pass on.
  [
    118,
    { riskReport: 1 },
    { outcome: 'referred', offer: '200-800 A underwriterReview', reasons: 'highRiskReport' },
  ],
  [
    118,
    { accountOwnerMatches: false },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'accountOwnerMismatch' },
  ],
  [
    118,
    { nameChanged: true },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'nameChanged' },
  ],
  [
    110,
    { nameChanged: true },
    { outcome: 'referred', offer: '300-1200 A agentReview', reasons: 'nameChanged' },
  ],
  [
    118,
    { secondApplication: true },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'secondApplication' },
  ],
  [
    118,
    { zipContradictsState: true },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'zipContradictsState' },
  ],
  [
    118,
    { verifiedIncomePercent: 59 },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'incomeBelowStated' },
  ],
  [
    110,
    { verifiedIncomePercent: 69 },
    { outcome: 'referred', offer: '300-1200 A agentReview', reasons: 'incomeBelowStated' },
  ],
  [
    118,
    { incomeRegularity: 49 },
    { outcome: 'referred', offer: '200-400 D agentReview', reasons: 'irregularIncome' },
  ],
  [
    110,
    { incomeRegularity: 59 },
    { outcome: 'referred', offer: '300-600 D agentReview', reasons: 'irregularIncome' },
  ],
  [
    118,
    { militaryStatus: Military.unknown },
    { outcome: 'referred', offer: '200-800 A agentReview', reasons: 'militaryUnknown' },
  ],
  [
    110,
    { uncontactable: true },
    { outcome: 'referred', offer: '300-1200 A nonVoiceAgentReview', reasons: 'uncontactable' },
  ],
  [
    118,
    { riskReport: 1, uncontactable: true },
    { outcome: 'referred', offer: '200-800 A underwriterReview', reasons: 'highRiskReport uncontactable' },
  ],
  [118, { riskReport: 1, age: 17 }, { outcome: 'declined', reasons: 'underAge' }],
]

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
