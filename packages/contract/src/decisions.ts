import { z } from 'zod'
import { LIMIT_CODES } from '@dolphin/domain/decisions/decision'
import { defineCall } from './call.ts'
import { personal } from './personal-fields.ts'
import { may } from './staff-rule.ts'
import { declineReason } from './shapes/decline-reason.ts'
import {
  accountId,
  accountNumber,
  applicationNo,
  documentNo,
  instant,
  loanNo,
  maskedNumber,
  money,
  portfolioId,
  queryPortfolioId,
  routingNumber,
  signedMoney,
  text,
} from './wire.ts'
import {
  amountResultCode,
  bankAccountTypeCode,
  loanStatusCode,
  loanSubStatus,
  reviewStatusCode,
  notificationCode,
  riskReportCode,
  trackerStepCode,
} from './wire-codes.ts'

/** Why the most on offer is what it is: every upper bound, one of which held. The page finds the words. */
const amountWhy = z.strictObject({
  bounds: z
    .array(
      z.strictObject({
        code: z.enum(LIMIT_CODES),
        amount: money,
        /** Share of income, percent; null where the bound is a sum of its own. */
        percent: z.int().nonnegative().nullable(),
        held: z.boolean(),
      }),
    )
    .max(10),
  monthlyNetIncome: personal('income', money),
  state: text(2),
  /** Paydays that a year of income is parted into. */
  payPeriodsPerYear: z.int().positive(),
})

export const calculateQualifiedAmountCall = defineCall({
  name: 'calculateQualifiedAmount',
  method: 'POST',
  path: '/dolphin-loan/online/calculate-qualified-amount',
  feature: 'decisions',
  access: 'session',
  request: {
    body: z.strictObject({
      applicationNo,
      /** Result 2: proves that a verified account is the typed one. */
      match: z.strictObject({ accountId, routingNumber, accountNumber }).optional(),
    }),
  },
  reply: z.strictObject({
    applicationNo,
    loanNo,
    result: amountResultCode,
    minimum: money.nullable(),
    maximum: money.nullable(),
    step: money.nullable(),
    expiresAt: instant.nullable(),
    hasQualifiedPrincipal: z.boolean(),
    /** Result 2: the verified accounts, one of which must be matched. */
    accountsToMatch: z
      .array(
        z.strictObject({
          accountId,
          institution: text(120),
          accountMasked: maskedNumber,
          /** The last four that matchTailNo names. */
          accountTail: text(4),
          routingTail: text(4),
          accountType: bankAccountTypeCode,
        }),
      )
      .max(50),
    /** With an offer only. */
    why: amountWhy.nullable(),
    /** A person offers less than was asked for: what was asked, what is offered and why; else null. */
    counteroffer: text(3_000).nullable(),
    reasons: z.array(declineReason).max(4),
    /** How often the bank may still be linked again. */
    verificationTriesLeft: z.int().nonnegative(),
    loanStatus: loanStatusCode,
    subStatus: loanSubStatus.nullable(),
    reviewStatus: reviewStatusCode.nullable(),
    trackerStep: trackerStepCode.nullable(),
    /** The notification page that shows this outcome: 201, 203 or 301; 202 while a bank is still being read; null with an offer. */
    notification: notificationCode.nullable(),
    documentNo: documentNo.nullable(),
  }),
  refusals: [
    'loanNotFound',
    'portfolioClosed',
    'sectionsIncomplete',
    'incomeNotVerified',
    'bankAccountNotMatched',
    'loanStatusInvalid',
    'militaryCheckUnavailable',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Submits the application and answers what the policy offers',
  source: 'product.md §7',
})

export const checkBlackListCall = defineCall({
  name: 'checkBlackList',
  method: 'GET',
  path: '/dolphin-loan/online/check-black-list',
  feature: 'decisions',
  access: 'session',
  request: {},
  reply: z.strictObject({ blocked: z.boolean() }),
  refusals: [],
  idempotent: false,
  summary: 'Whether this person may not borrow; the reason stays in the audit',
  source: 'product.md §7',
})

export const checkRiskInfoCall = defineCall({
  name: 'checkRiskInfo',
  method: 'GET',
  path: '/dolphin-loan/online/check-risk-info',
  feature: 'decisions',
  access: 'customer',
  request: { query: z.strictObject({ loanNo: loanNo.optional() }) },
  reply: z.strictObject({ loanNo, riskReport: riskReportCode }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The risk report of a loan: high, none, or not made',
  source: 'product.md §7',
})

export const dryRunPolicyCall = defineCall({
  name: 'dryRunPolicy',
  method: 'POST',
  path: '/dolphin-ops/decision/dry-run',
  feature: 'decisions',
  access: 'operations',
  staff: may('draft.edit'),
  request: {
    body: z.strictObject({
      /** As policy.json holds it; checked as a start of the server would. */
      policy: z.record(text(64), z.unknown()),
      portfolioId,
    }),
  },
  reply: z.strictObject({
    portfolioId,
    policyVersion: z.int().positive(),
    /** Stored decisions of the policy, by whichever version; those of people are not counted. */
    decided: z.int().nonnegative(),
    changed: z.int().nonnegative(),
    groups: z
      .array(
        z.strictObject({
          from: text(40),
          to: text(40),
          count: z.int().positive(),
          /** New maximums less old ones, over the group. */
          amountDifference: signedMoney,
          reasons: z.array(text(64)).max(200),
          /** Null: not for the reader's role, to whom a group names no loan. */
          loanNos: personal('decision', z.array(loanNo).max(10_000)).nullable(),
        }),
      )
      .max(25),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'What another policy would have decided on the inputs of stored decisions; nothing is changed',
  source: 'ours',
})

/** One amount, date, refusal or notice: what it is, from what, by which rule, and where the rule stands. */
const explanation = z.strictObject({
  subject: text(200),
  value: text(300),
  rule: text(1_000),
  source: text(300),
  inputs: z.array(z.strictObject({ name: text(200), value: text(1_000) })).max(200),
  /** It gave the outcome: the rule that was applied, the bound that held. */
  deciding: z.boolean(),
})

export const explainDecisionCall = defineCall({
  name: 'explainDecision',
  method: 'GET',
  path: '/dolphin-ops/explain/{id}',
  feature: 'decisions',
  access: 'operations',
  readsCustomer: true,
  staff: may('decision.read', 'decision'),
  request: { params: z.strictObject({ id: text(64) }) },
  reply: z.strictObject({
    loanNo,
    parts: z
      .array(z.strictObject({ title: text(200), explanations: z.array(explanation).max(500) }))
      .max(500),
  }),
  refusals: ['loanNotFound', 'notFound'],
  idempotent: false,
  summary: 'Why: every decision, plan, installment and notice of a loan with inputs, rule and source',
  source: 'ours',
})

const replayed = z.strictObject({
  decisionNo: text(64),
  loanNo,
  decidedAt: instant,
  outcome: text(40),
  policyVersion: text(40),
  /** `person`: an employee decided, nothing to compute. `unprovable`: stored before its inputs were kept whole. */
  result: z.enum(['same', 'different', 'person', 'unprovable']),
  differences: z
    .array(z.strictObject({ path: text(200), stored: text(2_000), replayed: text(2_000) }))
    .max(500),
})

export const replayDecisionCall = defineCall({
  name: 'replayDecision',
  method: 'GET',
  path: '/dolphin-ops/decision/replay',
  feature: 'decisions',
  access: 'operations',
  staff: may('decision.read', 'decision'),
  request: {
    query: z.strictObject({
      /** One decision, or all of a loan; neither: all of a portfolio, a page at a time. */
      decisionNo: text(64).optional(),
      loanNo: loanNo.optional(),
      portfolioId: queryPortfolioId.optional(),
      after: text(64).optional(),
    }),
  },
  reply: z.strictObject({ decisions: z.array(replayed).max(1_000), after: text(64).nullable() }),
  refusals: ['loanNotFound', 'notFound'],
  idempotent: false,
  summary: 'Makes stored decisions again from their stored inputs and policy, and shows any difference',
  source: 'ours',
})
