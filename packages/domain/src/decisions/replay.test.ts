import { expect, test } from 'vitest'
import { PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { cents } from '../money/cents.ts'
import { basisFromText, basisToText } from './basis-text.ts'
import type { DecisionBasis } from './decide.ts'
import { decisionToWire } from './decision-wire.ts'
import { dryRun } from './dry-run.ts'
import { isWholeFacts, type WireFacts } from './facts.ts'
import { decideAgain, replayDifferences } from './replay.ts'
import { GOOD_FACTS } from '../testing/decided-applicants.ts'

/** As small as a basis can be: one rule, one tier. */
const BASIS: DecisionBasis = {
  policy: {
    portfolioId: 118,
    version: 3,
    rules: [
      {
        code: 'incomeTooLow',
        effect: 'incomeRetry',
        when: [{ fact: 'monthlyNetIncome', operator: 'lessThan', value: cents(100_000n) }],
      },
    ],
    tiers: [{ code: 'only', when: [], incomeSharePercent: 50, newMaximum: cents(80_000n) }],
    ladder: [],
    riskReport: {
      signals: [{ code: 'lenders', when: [{ fact: 'otherLenders', operator: 'atLeast', value: 3 }] }],
      highRiskFrom: 1,
    },
    limits: {
      new: { minimum: cents(20_000n), maximum: cents(80_000n) },
      returning: { minimum: cents(20_000n), maximum: cents(100_000n) },
      payPeriodsPerYear: 26,
      installmentSharePercent: 25,
      states: [],
    },
    incomeRetry: { attempts: 3, days: 30 },
    offerValidDays: 30,
    reasons: {},
  },
  products: [
    {
      productCode: 'T',
      version: 1,
      kind: 'standard',
      name: { en: 'T', es: 'T' },
      interestMethod: 'simpleDaily',
      minimumAmount: cents(20_000n),
      maximumAmount: cents(100_000n),
      amountStep: cents(5_000n),
      annualRate: { numerator: 260n, denominator: 100n },
      minimumInstallments: 6,
      maximumInstallments: 26,
      maximumTermDays: 182,
      firstDateMinimumDays: 7,
      firstDateMaximumDays: 31,
      originationFee: null,
      returnedPaymentFee: cents(1_500n),
      paymentFrequencies: [PayrollFrequency.biWeekly],
      sample: true,
    },
  ],
}

const FACTS: WireFacts = {
  ...GOOD_FACTS,
  age: 40,
  riskReport: 0,
  monthlyNetIncome: '3000.00',
  daysSinceLastIncome: 3,
  averageBalance: '500.00',
  lowestBalance: '10.00',
}

const stored = (facts: WireFacts) => decisionToWire(decideAgain(BASIS, facts))

test('a basis survives as text, exactly, whatever the order of its keys', () => {
  expect(basisFromText(basisToText(BASIS))).toEqual(BASIS)
  const { products, policy } = BASIS
  const { version, ...others } = policy
  expect(basisToText({ products, policy: { ...others, version } })).toBe(basisToText(BASIS))
  const more = { ...policy, offerValidDays: 31 }
  expect(basisToText({ products, policy: more })).not.toBe(basisToText(BASIS))
})

test('a stored decision made again is the same, and any difference is named by its place (domain.md §6)', () => {
  const decision = stored(FACTS)
  expect(replayDifferences(basisFromText(basisToText(BASIS)), FACTS, decision)).toEqual([])
  expect(replayDifferences(BASIS, FACTS, { ...decision, maximum: '850.00' })).toEqual([
    { path: 'maximum', stored: '"850.00"', replayed: '"650.00"' },
  ])
  const poorer = { ...FACTS, monthlyNetIncome: '900.00' }
  expect(replayDifferences(BASIS, poorer, decision).map(({ path }) => path)).toContain('outcome')
})

test('a dry run counts what would change, by what it was and would be, with amounts, reasons and loans', () => {
  const cases = ['3000.00', '1500.00', '1400.00', '900.00'].map((monthlyNetIncome, index) => {
    const facts = { ...FACTS, monthlyNetIncome }
    return { loanNo: `118-000000${index}`, facts, decision: stored(facts) }
  })
  expect(dryRun(BASIS, cases)).toMatchObject({ decided: 4, changed: 0, groups: [] })
  const [rule] = BASIS.policy.rules
  if (rule === undefined) throw new Error('one rule')
  const when = [{ fact: 'monthlyNetIncome' as const, operator: 'lessThan' as const, value: cents(160_000n) }]
  const stricter = { ...BASIS, policy: { ...BASIS.policy, rules: [{ ...rule, when }] } }
  const { decided, changed, groups } = dryRun(stricter, cases)
  expect({ decided, changed }).toEqual({ decided: 4, changed: 2 })
  expect(groups).toEqual([
    {
      from: 'qualified',
      to: 'incomeRetry',
      amountDifference: -60_000n,
      reasons: ['incomeTooLow'],
      loanNos: ['118-0000001', '118-0000002'],
    },
  ])
})

test('facts from before a fact existed are known as such', () => {
  const { overdraftDays: _, ...older } = FACTS
  expect([isWholeFacts(FACTS), isWholeFacts(older)]).toEqual([true, false])
})
