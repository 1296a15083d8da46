import { type Condition, OPERATORS } from '@dolphin/domain/decisions/condition'
import { FACT_KINDS, type FactKind, factFromWire, isFactName } from '@dolphin/domain/decisions/facts'
import { AMOUNT_REASONS, type Policy, REVIEW_KINDS, RULE_EFFECTS } from '@dolphin/domain/decisions/policy'
import { z } from 'zod'
import { code, count, localized, money, positive, stateCode, version } from './data-fields.ts'

const MINIMUM_KNOCK_OUTS = 12
const TIERS = 5
const LADDER_STEPS = 3
/** The highest age of majority of a state. */
const LEGAL_AGE_MOST = 21

const wireValue = z.union([z.boolean(), z.string(), z.number()])
const LIST_OPERATORS: readonly string[] = ['in', 'notIn']
const ORDER_OPERATORS: readonly string[] = ['lessThan', 'atMost', 'atLeast', 'moreThan']
const ORDERED_KINDS: readonly FactKind[] = ['count', 'money']

const condition = z
  .strictObject({
    fact: z.string(),
    operator: z.enum(OPERATORS),
    value: z.union([wireValue, z.array(wireValue).min(1)]),
  })
  .transform(({ fact, operator, value }, context): Condition => {
    if (!isFactName(fact)) return refuse(context, 'fact', `no fact is called ${fact}`)
    const kind = FACT_KINDS[fact]
    if (Array.isArray(value) !== LIST_OPERATORS.includes(operator)) {
      return refuse(context, 'value', `${operator} asks for ${Array.isArray(value) ? 'one value' : 'a list'}`)
    }
    if (ORDER_OPERATORS.includes(operator) && !ORDERED_KINDS.includes(kind)) {
      return refuse(context, 'operator', `${fact} is a ${kind} and has no order`)
    }
    if (fact === 'age' && (operator !== 'lessThan' || Number(value) > LEGAL_AGE_MOST)) {
      return refuse(context, 'value', 'age may only be asked as being of age (12 CFR 1002.6(b)(2))')
    }
    const values = [value].flat().map((one) => factFromWire(kind, one))
    const known = values.filter((one) => one !== undefined)
    const [first] = known
    if (first === undefined || known.length < values.length) {
      return refuse(context, 'value', `${fact} is of kind ${kind}`)
    }
    return { fact, operator, value: Array.isArray(value) ? known : first }
  })

function refuse(context: z.core.$RefinementCtx, path: string, message: string): never {
  context.addIssue({ code: 'custom', path: [path], message })
  return z.NEVER
}

const rule = z.discriminatedUnion('effect', [
  z.strictObject({
    code,
    effect: z.enum(RULE_EFFECTS).exclude(['refer']),
    when: z.array(condition).min(1),
  }),
  z.strictObject({
    code,
    effect: z.literal('refer'),
    review: z.enum(REVIEW_KINDS),
    when: z.array(condition).min(1),
  }),
])

const percent = positive.max(1000)
const tier = z.strictObject({
  code,
  when: z.array(condition),
  incomeSharePercent: percent,
  newMaximum: money,
})
const ladderStep = z.strictObject({
  code,
  when: z.array(condition).min(1),
  maximum: money,
  extraIncomeSharePercent: count.max(100),
})
const riskReport = z
  .strictObject({
    signals: z.array(z.strictObject({ code, when: z.array(condition).min(1) })).min(1),
    highRiskFrom: positive,
  })
  .superRefine(({ signals, highRiskFrom }, context) => {
    if (highRiskFrom > signals.length) refuse(context, 'highRiskFrom', 'is more than there are signals')
    const own = signals.some(({ when }) => when.some(({ fact }) => fact === 'riskReport'))
    if (own) refuse(context, 'signals', 'the risk report cannot ask for itself')
  })
const range = z
  .strictObject({ minimum: money, maximum: money })
  .refine(({ minimum, maximum }) => minimum <= maximum, {
    path: ['maximum'],
    error: 'is below the minimum',
  })
const stateLimit = z.strictObject({
  state: stateCode,
  maximum: money,
  monthlyIncomeSharePercent: percent.max(100).exactOptional(),
})
const limits = z.strictObject({
  new: range,
  returning: range,
  payPeriodsPerYear: z.literal(26),
  installmentSharePercent: percent.max(50),
  states: z.array(stateLimit),
})

const reasonText = z
  .strictObject({ reason: localized(400), change: localized(400), regB: localized(200) })
  .superRefine((value, context) => {
    for (const [path, text] of Object.entries(value)) {
      const unknown = [...`${text.en} ${text.es}`.matchAll(/\{(\w*)\}/gu)].find(
        ([, name]) => name !== 'actual' && name !== 'limit',
      )
      if (unknown)
        context.addIssue({ code: 'custom', path: [path], message: `${unknown[0]} is no placeholder` })
    }
  })

/** policy.json. Source: domain.md §6. */
export const PolicySchema = z
  .strictObject({
    portfolioId: positive,
    version,
    rules: z.array(rule),
    tiers: z.array(tier).length(TIERS),
    ladder: z.array(ladderStep).length(LADDER_STEPS),
    riskReport,
    limits,
    incomeRetry: z.strictObject({ attempts: positive, days: positive }),
    offerValidDays: positive,
    coveredBorrowerBy: z.enum(['applicantOrDatabase', 'database']).optional(),
    reasons: z.record(z.string(), reasonText),
  })
  .superRefine((policy, context) => {
    const problem = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    const knockOuts = policy.rules.filter(({ effect }) => effect !== 'refer')
    if (knockOuts.length < MINIMUM_KNOCK_OUTS)
      problem(['rules'], `fewer than ${MINIMUM_KNOCK_OUTS} knock-outs`)
    const codes = policy.rules.map(({ code: name }) => name)
    for (const name of codes.filter((one, at) => codes.indexOf(one) !== at))
      problem(['rules'], `${name} is there twice`)
    const reasonCodes = [...codes, ...AMOUNT_REASONS]
    for (const name of reasonCodes.filter((one) => !Object.hasOwn(policy.reasons, one))) {
      problem(['reasons'], `${name} has no words`)
    }
    for (const name of Object.keys(policy.reasons).filter((one) => !reasonCodes.includes(one))) {
      problem(['reasons', name], 'belongs to no rule')
    }
    if (policy.tiers.at(-1)?.when.length !== 0)
      problem(['tiers', TIERS - 1, 'when'], 'the last tier takes everybody')
  }) satisfies z.ZodType<Policy>
