import { readdirSync, readFileSync } from 'node:fs'
import type { Condition } from '@dolphin/domain/decisions/condition'
import { decide, type DecisionBasis } from '@dolphin/domain/decisions/decide'
import type { Decision } from '@dolphin/domain/decisions/decision'
import { FACT_KINDS, factFromWire, type Facts, factsFromWire } from '@dolphin/domain/decisions/facts'
import type { Policy, Rule } from '@dolphin/domain/decisions/policy'
import { findRisk, withRisk } from '@dolphin/domain/decisions/risk'
import { RiskReport, Military } from '@dolphin/domain/loans/codes'
import { cents } from '@dolphin/domain/money/cents'
import { describe, expect, test } from 'vitest'
import { checkPortfolioFiles } from './portfolio-data.ts'

const ROOT = new URL('../../../../data/portfolios/', import.meta.url)

function shipped(folder: string): DecisionBasis {
  const base = new URL(`${folder}/`, ROOT)
  const names = ['portfolio.json', 'products.json', 'policy.json']
  for (const group of ['consents', 'notices'])
    names.push(...readdirSync(new URL(group, base)).map((name) => `${group}/${name}`))
  const files = Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(new URL(name, base), 'utf8')) as unknown]),
  )
  const outcome = checkPortfolioFiles(folder, files)
  if (!outcome.ok) throw new Error('shipped data are valid')
  return outcome.value
}

const BASES = [shipped('110'), shipped('118')]

/** A new applicant of tier A with an income that no bound but the tier's holds back. */
const GOOD: Facts = factsFromWire({
  ...Object.fromEntries(
    Object.entries(FACT_KINDS)
      .filter(([name]) => name !== 'militaryProductOffered')
      .map(([name, kind]) => [name, { flag: false, text: 'UT', money: '0.00', count: 0, code: 0 }[kind]]),
  ),
  age: 34,
  identityMatches: true,
  militaryStatus: Military.notMilitary,
  applicationsLast30Days: 1,
  ibvAttemptsLast30Days: 1,
  usableAccounts: 1,
  accountMatched: true,
  accountOwnerMatches: true,
  daysOfHistory: 90,
  monthlyNetIncome: '9000.00',
  verifiedIncomePercent: 100,
  incomeRegularity: 100,
  daysSinceLastIncome: 5,
  averageBalance: '600.00',
  lowestBalance: '20.00',
  customerCategory: 1,
})

type Value = boolean | string | number | bigint
const plus = (value: Value, more: number): Value =>
  typeof value === 'bigint' ? value + BigInt(more) : Number(value) + more

/** A value of the fact for which the condition holds. */
function holding({ fact, operator, value }: Condition): Value {
  const [first] = [value].flat() as Value[]
  if (first === undefined) throw new Error(fact)
  if (operator === 'lessThan') return plus(first, -1)
  if (operator === 'moreThan') return plus(first, 1)
  if (operator === 'notIn') return 'ZZ'
  if (operator === 'isNot') return typeof first === 'boolean' ? !first : 'ZZ'
  return first
}

/** The same condition with another number or word in the data, so that it does not hold for that value. */
function relaxed(condition: Condition, actual: Value): Condition {
  const { operator, value } = condition
  const other = {
    lessThan: () => actual,
    moreThan: () => actual,
    atLeast: () => plus(actual, 1),
    atMost: () => plus(actual, -1),
    is: () => (typeof actual === 'boolean' ? !actual : plus(actual, 1)),
    isNot: () => actual,
    in: () => ['none'],
    notIn: () => [...([value].flat() as Value[]), actual],
  }[operator]()
  return { ...condition, value: other as Condition['value'] }
}

/** Facts for which a rule holds, and the products it is asked with. */
function caught(basis: DecisionBasis, rule: Rule) {
  const facts: Record<string, unknown> = { ...GOOD }
  let { products } = basis
  for (const condition of rule.when) {
    const wanted = holding(condition)
    if (condition.fact !== 'militaryProductOffered') facts[condition.fact] = wanted
    else if (wanted === false) products = products.filter(({ kind }) => kind !== 'military')
  }
  return { facts: facts as unknown as Facts, products }
}

const answerOf = ({ outcome, reasons, maximum }: Decision) => ({
  outcome,
  reasons: reasons.map(({ code }) => code),
  maximum,
})

const withRules = (policy: Policy, rules: readonly Rule[]): Policy => ({ ...policy, rules })
const OUTCOMES = { block: 'blocked', decline: 'declined', incomeRetry: 'incomeRetry', refer: 'referred' }

describe.each(BASES.map((basis) => [basis.policy.portfolioId, basis] as const))(
  'policy of %s',
  (_id, basis) => {
    const { policy } = basis

    test('at least 12 knock-outs, 5 tiers, 3 steps for returning customers (domain.md §6)', () => {
      expect(policy.rules.filter(({ effect }) => effect !== 'refer').length).toBeGreaterThanOrEqual(12)
      expect(policy.tiers).toHaveLength(5)
      expect(policy.ladder).toHaveLength(3)
    })

    test.each(policy.rules.map((rule) => [rule.code, rule] as const))(
      'rule %s decides, and another value in the data decides otherwise',
      (code, rule) => {
        const { facts, products } = caught(basis, rule)
        const before = decide({ policy, products }, facts)
        expect(before.outcome).toBe(OUTCOMES[rule.effect])
        expect(before.reasons.map((reason) => reason.code)).toContain(code)
        const [first, ...others] = rule.when
        if (first === undefined) throw new Error('a rule has a condition')
        const looser = { ...rule, when: [relaxed(first, holding(first)), ...others] }
        const rules = policy.rules.map((one) => (one === rule ? looser : one))
        const after = decide({ policy: withRules(policy, rules), products }, facts)
        expect(after.reasons.map((reason) => reason.code)).not.toContain(code)
        expect(answerOf(after)).not.toEqual(answerOf(before))
      },
    )

    test.each(policy.tiers.map((tier, index) => [tier.code, index] as const))(
      'tier %s gives the amount that the data say',
      (code, index) => {
        const tier = policy.tiers[index]
        const income = tier?.when.find(({ fact }) => fact === 'monthlyNetIncome')
        const monthlyNetIncome = cents(income ? (income.value as bigint) : 140_000n)
        const facts = { ...GOOD, monthlyNetIncome }
        const before = decide(basis, facts)
        expect(before.tier).toBe(code)
        const smaller = cents(before.maximum - before.step)
        const most = smaller < before.minimum ? before.minimum : smaller
        const tiers = policy.tiers.map((one, at) =>
          at === index ? { ...one, newMaximum: most, incomeSharePercent: one.incomeSharePercent - 20 } : one,
        )
        const after = decide({ ...basis, policy: { ...policy, tiers } }, facts)
        expect(answerOf(after)).not.toEqual(answerOf(before))
        if (income === undefined) return
        const stricter = policy.tiers.map((one, at) =>
          at === index
            ? {
                ...one,
                when: one.when.map((each) => (each === income ? relaxed(each, monthlyNetIncome) : each)),
              }
            : one,
        )
        expect(decide({ ...basis, policy: { ...policy, tiers: stricter } }, facts).tier).not.toBe(code)
      },
    )

    test.each(policy.ladder.map((step, index) => [step.code, index] as const))(
      'step %s of the ladder gives the amount that the data say',
      (_code, index) => {
        const step = policy.ladder[index]
        const paidOff = step?.when.find(({ fact }) => fact === 'loansPaidOff')
        const facts = { ...GOOD, customerCategory: 2, loansPaidOff: Number(paidOff?.value) }
        const before = decide(basis, facts)
        expect(before.maximum).toBe(step?.maximum)
        const ladder = policy.ladder.map((one, at) =>
          at === index ? { ...one, maximum: cents(one.maximum - before.step) } : one,
        )
        const after = decide({ ...basis, policy: { ...policy, ladder } }, facts)
        expect(after.maximum).toBe(before.maximum - before.step)
      },
    )

    test('the risk report is made of the bank’s transactions by signs in the data (domain.md §6)', () => {
      expect(findRisk(policy.riskReport, GOOD).report).toBe(RiskReport.noRisk)
      expect(findRisk(policy.riskReport, { ...GOOD, usableAccounts: 0 }).report).toBe(RiskReport.noReport)
      const risky = { ...GOOD, otherLenders: 3, undeclaredLenders: 3 }
      const found = findRisk(policy.riskReport, risky)
      expect(found.report).toBe(RiskReport.highRisk)
      expect(found.signals.filter(({ holds }) => holds).map(({ code }) => code)).toEqual([
        'severalLenders',
        'lendersNotStated',
      ])
      expect(findRisk({ ...policy.riskReport, highRiskFrom: 3 }, risky).report).toBe(RiskReport.noRisk)
      const decided = decide(basis, withRisk(policy, risky))
      expect(decided).toMatchObject({ outcome: 'referred', reasons: [{ code: 'highRiskReport' }] })
      expect(decide(basis, withRisk(policy, { ...risky, undeclaredLenders: 0 })).outcome).toBe('qualified')
    })
  },
)

test('no prohibited basis can be a fact: the list is closed, and age asks only for being of age (12 CFR 1002.4, .6)', () => {
  const forbidden = /race|colou?r|relig|national|origin|sex|gender|marital|assist|welfare|incomeType|pension/i
  expect(Object.keys(FACT_KINDS).filter((name) => forbidden.test(name))).toEqual([])
  for (const { policy } of BASES) {
    const asked = [...policy.rules, ...policy.tiers, ...policy.ladder, ...policy.riskReport.signals]
    const ages = asked.flatMap(({ when }) => when).filter(({ fact }) => fact === 'age')
    expect(ages).toEqual([{ fact: 'age', operator: 'lessThan', value: 18 }])
  }
  expect(factFromWire('flag', 'female')).toBeUndefined()
})

test.each([
  ['a fact that is none', { fact: 'sex', operator: 'is', value: 'F' }, 'no fact is called sex'],
  ['age as a score', { fact: 'age', operator: 'moreThan', value: 62 }, '1002.6'],
  ['age above being of age', { fact: 'age', operator: 'lessThan', value: 30 }, '1002.6'],
])('a policy with %s does not load', (_what, condition, said) => {
  const base = new URL('118/', ROOT)
  const policy = JSON.parse(readFileSync(new URL('policy.json', base), 'utf8')) as {
    rules: { when: unknown[] }[]
  }
  policy.rules[0]?.when.push(condition)
  const outcome = checkPortfolioFiles('118', { 'policy.json': policy })
  expect(outcome.ok ? '' : JSON.stringify(outcome.error)).toContain(said)
})
